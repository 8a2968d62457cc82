import { keysOf } from "../../../platform/keys-of.ts";
import type { Cents } from "../../../platform/money.ts";
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

interface Kind {
  readonly parts: readonly (keyof Parts)[];
  readonly mail: MailFrequency;
  readonly roles: readonly Role[];
  /** Cannot be turned off: mail about one's money. */
  readonly isFixed?: true;
  readonly title: string;
  readonly explanation: string;
  /** Singular, and plural after a number. */
  readonly noun: readonly [one: string, several: string];
}

const notificationKinds = {
  "critique-received": {
    parts: ["actorId", "lessonId", "isAccepted"],
    mail: "now",
    roles: ["student"],
    title: "Critiques",
    explanation: "Your instructor critiqued a drawing you handed in.",
    noun: ["critique", "critiques"],
  },
  "first-lesson": {
    parts: ["classId", "lessonId"],
    mail: "now",
    roles: ["student"],
    isFixed: true,
    title: "First lessons",
    explanation: "A class you paid for has its first lesson, and your refund period has started.",
    noun: ["class with its first lesson", "classes with their first lesson"],
  },
  "section-opened": {
    parts: ["classId", "sectionIds", "count"],
    mail: "now",
    roles: ["student"],
    title: "New sections",
    explanation: "A new section has opened in a class you’re taking.",
    noun: ["class with new lessons", "classes with new lessons"],
  },
  "certificate-issued": {
    parts: ["classId"],
    mail: "now",
    roles: ["student"],
    title: "Certificates",
    explanation: "You’ve finished a class, and your certificate is ready.",
    noun: ["certificate", "certificates"],
  },
  "comment-received": {
    parts: ["actorId", "lessonId"],
    mail: "daily",
    roles: ["student"],
    title: "Comments",
    explanation: "Someone commented on a drawing you share in a class gallery.",
    noun: ["comment", "comments"],
  },
  "refund-decided": {
    parts: ["classId"],
    mail: "now",
    roles: ["student"],
    isFixed: true,
    title: "Refunds",
    explanation: "We answered your refund request.",
    noun: ["refund", "refunds"],
  },
  "drawing-handed-in": {
    parts: ["actorId", "lessonId"],
    mail: "daily",
    roles: ["instructor"],
    title: "Drawings handed in",
    explanation: "A student handed in a drawing for you to critique.",
    noun: ["drawing handed in", "drawings handed in"],
  },
  "student-enrolled": {
    parts: ["actorId", "classId", "cents"],
    mail: "daily",
    roles: ["instructor"],
    title: "New students",
    explanation: "Someone enrolled in one of your classes.",
    noun: ["new student", "new students"],
  },
  "student-refunded": {
    parts: ["actorId", "classId", "cents"],
    mail: "daily",
    roles: ["instructor"],
    title: "Refunded students",
    explanation: "A student got a refund, and the seat is open again.",
    noun: ["refunded student", "refunded students"],
  },
  "critique-overdue": {
    parts: ["classId", "count"],
    mail: "now",
    roles: ["instructor"],
    title: "Overdue critiques",
    explanation: "A drawing is past the day you promised its critique.",
    noun: ["overdue critique", "overdue critiques"],
  },
  "refund-requested": {
    parts: ["actorId", "classId", "cents"],
    mail: "now",
    roles: ["admin"],
    title: "Refund requests",
    explanation: "A student is asking for a refund outside the refund policy.",
    noun: ["refund request", "refund requests"],
  },
  "report-received": {
    parts: ["thing"],
    mail: "daily",
    roles: ["admin"],
    title: "Reports",
    explanation: "Someone reported a drawing, a comment or a critique.",
    noun: ["report", "reports"],
  },
  "work-hidden": {
    parts: ["thing"],
    mail: "now",
    roles: ["student", "instructor"],
    title: "Hidden for review",
    explanation: "Something of yours was reported, and is hidden while we look at it.",
    noun: ["thing hidden for review", "things hidden for review"],
  },
  "report-decided": {
    parts: ["thing", "reportId", "isTakenDown", "isAuthor"],
    mail: "now",
    roles: ["student", "instructor"],
    title: "Decisions on reports",
    explanation: "We’ve decided on a report you made, or on something of yours that was reported.",
    noun: ["decision on a report", "decisions on reports"],
  },
} as const satisfies Record<string, Kind>;

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
