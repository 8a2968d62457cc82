import type { Role } from "../accounts/policy.ts";

export const mailFrequencies = ["now", "daily", "never"] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

interface Kind {
  /** When it is also mailed, unless the person chooses otherwise. */
  readonly mail: MailFrequency;
  /** Who gets it. */
  readonly roles: readonly Role[];
  /** Mail about one's money cannot be turned off. */
  readonly isFixed?: true;
  readonly title: string;
  readonly explanation: string;
  /** One, and after a number of at least two. */
  readonly noun: readonly [one: string, several: string];
}

const notificationKinds = {
  "critique-received": {
    mail: "now",
    roles: ["student"],
    title: "Critiques",
    explanation: "Your instructor critiqued a drawing you handed in.",
    noun: ["critique", "critiques"],
  },
  "first-lesson": {
    mail: "now",
    roles: ["student"],
    isFixed: true,
    title: "First lessons",
    explanation: "A class you paid for has its first lesson, so your refund period starts.",
    noun: ["class with its first lesson", "classes with their first lesson"],
  },
  "section-opened": {
    mail: "now",
    roles: ["student"],
    title: "New sections",
    explanation: "The next part of a class you’re in has opened.",
    noun: ["class with new lessons", "classes with new lessons"],
  },
  "certificate-issued": {
    mail: "now",
    roles: ["student"],
    title: "Certificates",
    explanation: "You’ve finished a class, and your certificate is ready.",
    noun: ["certificate", "certificates"],
  },
  "comment-received": {
    mail: "daily",
    roles: ["student"],
    title: "Comments",
    explanation: "Somebody has written about a drawing you show in a class gallery.",
    noun: ["comment", "comments"],
  },
  "refund-decided": {
    mail: "now",
    roles: ["student"],
    isFixed: true,
    title: "Refunds",
    explanation: "Your request for a refund has been answered.",
    noun: ["refund", "refunds"],
  },
  "drawing-handed-in": {
    mail: "daily",
    roles: ["instructor"],
    title: "Drawings handed in",
    explanation: "A student waits for your critique.",
    noun: ["drawing handed in", "drawings handed in"],
  },
  "critique-overdue": {
    mail: "now",
    roles: ["instructor"],
    title: "Overdue critiques",
    explanation: "A drawing has waited past the day its student was promised.",
    noun: ["overdue critique", "overdue critiques"],
  },
  "refund-requested": {
    mail: "now",
    roles: ["admin"],
    title: "Refund requests",
    explanation: "A student asks for money back outside the refund policy.",
    noun: ["refund request", "refund requests"],
  },
  "report-received": {
    mail: "daily",
    roles: ["admin"],
    title: "Reports",
    explanation: "Somebody has reported a drawing or a comment.",
    noun: ["report", "reports"],
  },
  "report-decided": {
    mail: "now",
    roles: ["student", "instructor"],
    title: "Decisions on reports",
    explanation: "We’ve decided on a report of yours, or on something of yours that was reported.",
    noun: ["decision on a report", "decisions on reports"],
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof notificationKinds;

export const kindOf = (kind: NotificationKind): Kind => notificationKinds[kind];

/** In the order in which the page shows them. */
export const choosableKinds = (Object.keys(notificationKinds) as NotificationKind[]).filter(
  (kind) => !kindOf(kind).isFixed,
);
