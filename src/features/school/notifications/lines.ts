import { inDollars } from "../../../platform/money.ts";
import type { NotificationKind, PartOf, Parts } from "./kinds.ts";

/** A word or title replaces each id. */
export const wordFor = {
  actorId: "actor",
  classId: "className",
  lessonId: "lesson",
  sectionIds: "sections",
  reportId: "reason",
} as const satisfies Partial<Record<keyof Parts, string>>;

export type NamedPart = keyof typeof wordFor;

type Words<K extends NotificationKind> = {
  readonly [P in PartOf<K> as P extends NamedPart ? (typeof wordFor)[P] : P]: Parts[P];
};

const list = new Intl.ListFormat("en-US");

export const lines: { readonly [K in NotificationKind]: (words: Words<K>) => string } = {
  "critique-received": ({ actor, lesson, isAccepted }) =>
    isAccepted
      ? `${actor} accepted your drawing for “${lesson}”.`
      : `${actor} left a critique on “${lesson}” and would like another try.`,
  "first-lesson": ({ className, lesson }) =>
    `${className} has its first lesson: “${lesson}”. Your 7 refund days start now.`,
  "section-opened": ({ className, sections, count }) => {
    const titles = sections.map((title) => `“${title}”`);
    const more = count - titles.length;
    const named = list.format(more > 0 ? [...titles, `${more} more`] : titles);
    return `${named} ${count === 1 ? "is" : "are"} open in ${className}.`;
  },
  "certificate-issued": ({ className }) => `You finished “${className}”. Your certificate is ready.`,
  "comment-received": ({ actor, lesson }) => `${actor} commented on your drawing for “${lesson}”.`,
  "refund-decided": ({ className }) =>
    `We declined your refund request for “${className}”. Your payment history says why.`,
  "drawing-handed-in": ({ actor, lesson }) => `${actor} handed in a drawing for “${lesson}”.`,
  "student-enrolled": ({ actor, className, cents }) =>
    `${actor} enrolled in “${className}” and paid ${inDollars(cents)}.`,
  "student-refunded": ({ actor, className, cents }) =>
    `${actor} was refunded ${inDollars(cents)} for “${className}”, and the seat is open again.`,
  "critique-overdue": ({ className, count }) =>
    count === 1
      ? `A drawing in “${className}” is past the day you promised its critique.`
      : `${count} drawings in “${className}” are past the day you promised their critiques.`,
  "refund-requested": ({ actor, className, cents }) =>
    `${actor} is asking for a ${inDollars(cents)} refund for “${className}”.`,
  "report-received": ({ thing }) => `Someone reported a ${thing}. Please take a look.`,
  "report-decided": ({ thing, reason, isTakenDown, isAuthor }) => {
    const outcome = isTakenDown ? "It’s been removed." : "We’ve left it up.";
    return isAuthor
      ? `We removed a ${thing} of yours. ${reason}`
      : `Thank you for your report about a ${thing}. ${outcome} ${reason}`;
  },
};
