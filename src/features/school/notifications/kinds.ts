import { keysOf } from "../../../platform/keys-of.ts";
import { type Cents, inDollars } from "../../../platform/money.ts";
import type { Role } from "../../../access/policy.ts";

/** The variable parts of a notification's sentence; `word-notifications.ts` looks up their names and titles. */
export interface Parts {
  readonly actorId: string;
  readonly classId: string;
  readonly lessonId: string;
  readonly sectionIds: readonly string[];
  readonly reportId: string;
  readonly cents: Cents;
  readonly count: number;
  readonly thing: "drawing" | "comment" | "critique";
  readonly isAccepted: boolean;
  readonly isTakenDown: boolean;
  readonly isAuthor: boolean;
}

export const mailFrequencies = ["now", "daily", "never"] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** What a sentence gets for the parts that are ids: a name, a title or a text. */
export const wordFor = {
  actorId: "actor",
  classId: "className",
  lessonId: "lesson",
  sectionIds: "sections",
  reportId: "reason",
} as const satisfies Partial<Record<keyof Parts, string>>;

export type NamedPart = keyof typeof wordFor;

export type Words<P extends keyof Parts = keyof Parts> = {
  readonly [Part in P as Part extends NamedPart ? (typeof wordFor)[Part] : Part]: Parts[Part];
};

interface Kind<P extends keyof Parts = keyof Parts> {
  readonly parts: readonly P[];
  readonly mail: MailFrequency;
  readonly roles: readonly Role[];
  /** Cannot be turned off: mail about one's money. */
  readonly isFixed?: true;
  readonly title: string;
  readonly explanation: string;
  /** Singular, and plural after a number. */
  readonly noun: readonly [one: string, several: string];
  readonly line: (words: Words<P>) => string;
}

const defineKind = <P extends keyof Parts>(declared: Kind<P>): Kind<P> => declared;

const list = new Intl.ListFormat("en-US");

const notificationKinds = {
  "critique-received": defineKind({
    parts: ["actorId", "lessonId", "isAccepted"],
    mail: "now",
    roles: ["student"],
    title: "Critiques",
    explanation: "Your instructor critiqued a drawing you handed in.",
    noun: ["critique", "critiques"],
    line: ({ actor, lesson, isAccepted }) =>
      isAccepted
        ? `${actor} accepted your drawing for “${lesson}”.`
        : `${actor} left a critique on “${lesson}” and would like another try.`,
  }),
  "first-lesson": defineKind({
    parts: ["classId", "lessonId"],
    mail: "now",
    roles: ["student"],
    isFixed: true,
    title: "First lessons",
    explanation: "A class you paid for has its first lesson, and your refund period has started.",
    noun: ["class with its first lesson", "classes with their first lesson"],
    line: ({ className, lesson }) =>
      `“${className}” has its first lesson: “${lesson}”. Your 7-day refund period starts now.`,
  }),
  "section-opened": defineKind({
    parts: ["classId", "sectionIds", "count"],
    mail: "now",
    roles: ["student"],
    title: "New sections",
    explanation: "A new section has opened in a class you’re taking.",
    noun: ["class with new lessons", "classes with new lessons"],
    line: ({ className, sections, count }) => {
      const titles = sections.map((title) => `“${title}”`);
      const more = count - titles.length;
      const named = list.format(more > 0 ? [...titles, `${more} more`] : titles);
      return `${named} ${count === 1 ? "is" : "are"} open in “${className}”.`;
    },
  }),
  "certificate-issued": defineKind({
    parts: ["classId"],
    mail: "now",
    roles: ["student"],
    title: "Certificates",
    explanation: "You’ve finished a class, and your certificate is ready.",
    noun: ["certificate", "certificates"],
    line: ({ className }) => `You finished “${className}”. Your certificate is ready.`,
  }),
  "comment-received": defineKind({
    parts: ["actorId", "lessonId"],
    mail: "daily",
    roles: ["student"],
    title: "Comments",
    explanation: "Someone commented on a drawing you share in a class gallery.",
    noun: ["comment", "comments"],
    line: ({ actor, lesson }) => `${actor} commented on your drawing for “${lesson}”.`,
  }),
  "refund-decided": defineKind({
    parts: ["classId"],
    mail: "now",
    roles: ["student"],
    isFixed: true,
    title: "Refunds",
    explanation: "We answered your refund request.",
    noun: ["refund", "refunds"],
    line: ({ className }) =>
      `We declined your refund request for “${className}”. Your payment history says why.`,
  }),
  "drawing-handed-in": defineKind({
    parts: ["actorId", "lessonId"],
    mail: "daily",
    roles: ["instructor"],
    title: "Drawings handed in",
    explanation: "A student handed in a drawing for you to critique.",
    noun: ["drawing handed in", "drawings handed in"],
    line: ({ actor, lesson }) => `${actor} handed in a drawing for “${lesson}”.`,
  }),
  "student-enrolled": defineKind({
    parts: ["actorId", "classId", "cents"],
    mail: "daily",
    roles: ["instructor"],
    title: "New students",
    explanation: "Someone enrolled in one of your classes.",
    noun: ["new student", "new students"],
    line: ({ actor, className, cents }) =>
      `${actor} enrolled in “${className}” and paid ${inDollars(cents)}.`,
  }),
  "student-refunded": defineKind({
    parts: ["actorId", "classId", "cents"],
    mail: "daily",
    roles: ["instructor"],
    title: "Refunded students",
    explanation: "A student gets a refund, and the seat is open again.",
    noun: ["refunded student", "refunded students"],
    line: ({ actor, className, cents }) =>
      `${actor} left “${className}” and gets ${inDollars(cents)} back. The seat is open again.`,
  }),
  "critique-overdue": defineKind({
    parts: ["classId", "count"],
    mail: "now",
    roles: ["instructor"],
    title: "Overdue critiques",
    explanation: "A drawing is past the day you promised its critique.",
    noun: ["overdue critique", "overdue critiques"],
    line: ({ className, count }) =>
      count === 1
        ? `A drawing in “${className}” is past the day you promised its critique.`
        : `${count} drawings in “${className}” are past the day you promised their critiques.`,
  }),
  "video-refused": defineKind({
    parts: ["classId", "lessonId"],
    mail: "now",
    roles: ["instructor"],
    title: "Videos",
    explanation: "The video of a lesson you published can’t be used.",
    noun: ["video that can’t be used", "videos that can’t be used"],
    line: ({ className, lesson }) =>
      `The video of “${lesson}” in “${className}” can’t be used, so nobody can watch it. Upload another one.`,
  }),
  "refund-requested": defineKind({
    parts: ["actorId", "classId", "cents"],
    mail: "now",
    roles: ["admin"],
    title: "Refund requests",
    explanation: "A student is asking for a refund outside the refund policy.",
    noun: ["refund request", "refund requests"],
    line: ({ actor, className, cents }) =>
      `${actor} is asking for a ${inDollars(cents)} refund for “${className}”.`,
  }),
  "report-received": defineKind({
    parts: ["thing"],
    mail: "daily",
    roles: ["admin"],
    title: "Reports",
    explanation: "Someone reported a drawing, a comment or a critique.",
    noun: ["report", "reports"],
    line: ({ thing }) => `Someone reported a ${thing}. Please take a look.`,
  }),
  "work-hidden": defineKind({
    parts: ["thing"],
    mail: "now",
    roles: ["student", "instructor"],
    title: "Hidden for review",
    explanation: "Something of yours was reported, and is hidden while we look at it.",
    noun: ["thing hidden for review", "things hidden for review"],
    line: ({ thing }) =>
      `Several people reported your ${thing}. It’s hidden while we look at it. If you want to say something about it, write to us.`,
  }),
  "report-decided": defineKind({
    parts: ["thing", "reportId", "isTakenDown", "isAuthor"],
    mail: "now",
    roles: ["student", "instructor"],
    title: "Decisions on reports",
    explanation: "We’ve decided on a report you made, or on something of yours that was reported.",
    noun: ["decision on a report", "decisions on reports"],
    line: ({ thing, reason, isTakenDown, isAuthor }) => {
      if (isAuthor)
        return isTakenDown
          ? `We removed your ${thing}. ${reason} If you disagree, write to us.`
          : `Your ${thing} isn’t hidden anymore. ${reason}`;
      const outcome = isTakenDown ? "It’s been removed." : "We haven’t removed it.";
      return `Thank you for your report about a ${thing}. ${outcome} ${reason}`;
    },
  }),
};

export type NotificationKind = keyof typeof notificationKinds;
export const kindNames = keysOf(notificationKinds);

export type PartOf<K extends NotificationKind> = (typeof notificationKinds)[K]["parts"][number];

export const kindOf = (kind: NotificationKind): Kind => notificationKinds[kind];

/** False for a kind of another version. */
export const isKnown = (kind: NotificationKind): boolean => Object.hasOwn(notificationKinds, kind);

/** The role that alone gets a kind. Null: students get it, and keep their classes in another role. */
export function roleOf(kind: NotificationKind): Role | null {
  const { roles } = kindOf(kind);
  return roles.includes("student") ? null : (roles[0] ?? null);
}

export const choosableKinds = kindNames.filter((kind) => !kindOf(kind).isFixed);
