import { type NotificationKind, kindOf } from "../../src/features/school/notifications/kinds.ts";
import type { JobName } from "../../src/jobs.ts";
import { type State, allBut, among } from "../support/people-states.ts";

/** In which states people notice a job; nobody where a part is left out. */
export interface Effect {
  /** Get a notification. */
  readonly notified?: readonly State[];
  readonly mailed?: readonly State[];
  /** Something of theirs is other than before: `people-work.ts` looks. */
  readonly changed?: readonly State[];
}

const present = allBut("deleted");
const seated = allBut("neverSeated", "seatEnded", "deleted");
const buyers = allBut("deleted", "formerInstructor", "staff");
const nobody = {};

/** What each job does once something is due for everybody; they run in this order. */
export const jobs = {
  mail: { mailed: present },
  // By the address, whatever the account may do.
  newsletter: { mailed: present },
  openings: { notified: seated },
  certificates: { notified: seated, changed: seated },
  // A card that was confirmed is settled, in whatever state its owner is by then: with a seat, or given back.
  payments: {
    mailed: buyers,
    changed: allBut("deleted", "formerInstructor", "staff", "minorsWithoutConsent"),
  },
  "overdue critiques": { notified: ["instructor"] },
  // After everything that people are notified of: see the kinds below.
  notifications: { mailed: allBut("adult", "formerInstructor", "deleted") },
  // A month after the seat has ended. Those of a deleted account went with it.
  drawings: { changed: among("seatEnded") },
  // Refunds that were made at the payment provider: also to those who have left, who are not written to.
  "collected payments": {
    notified: ["instructor"],
    mailed: seated,
    changed: allBut("neverSeated", "seatEnded"),
  },
  "deleted accounts": { changed: ["deleted"] },
  "old notifications": { changed: allBut("adult", "formerInstructor", "deleted") },
  // Everything at the provider has its attempt.
  "lost payments": nobody,
  "ended sessions": nobody,
  "failed mail": nobody,
  "unconfirmed subscriptions": nobody,
  "abandoned payments": nobody,
  "rate limits": nobody,
  videos: nobody,
  "unused videos": nobody,
  uploads: nobody,
  materials: nobody,
  pictures: nobody,
  "instructors' students": nobody,
  database: nobody,
  backups: nobody,
} as const satisfies Record<JobName, Effect>;

/** Those who have left have finished the class and handed in before. */
const handedIn = allBut("neverSeated", "deleted");

/** Who is notified when it happens to everybody. */
export const kinds = {
  // Not to those who have left: they could not open it.
  "critique-received": { notified: seated },
  "first-lesson": { notified: handedIn },
  "section-opened": { notified: seated },
  "certificate-issued": { notified: handedIn },
  // By a classmate, who sees the drawings of these, and of students who have left and could not open it.
  "comment-received": { notified: among("minorConsented", "unconfirmed", "enrolled") },
  "refund-decided": { notified: seated },
  "drawing-handed-in": { notified: ["instructor"] },
  "student-enrolled": { notified: ["instructor"] },
  "student-refunded": { notified: ["instructor"] },
  "critique-overdue": { notified: ["instructor"] },
  "video-refused": { notified: ["instructor"] },
  "refund-requested": { notified: ["admin"] },
  "report-received": { notified: ["admin"] },
  "work-hidden": { notified: ["reported"] },
  // Those who have reported a drawing, and its student.
  "report-decided": { notified: among("enrolled", "suspended", "reported") },
} as const satisfies Record<NotificationKind, Pick<Effect, "notified">>;

/** Suspended people find it in their list when they come back, unless it is about their money. */
export const mailedOf = (kind: NotificationKind): State[] =>
  kindOf(kind).mail === "never"
    ? []
    : kinds[kind].notified.filter((state) => state !== "suspended" || kindOf(kind).isFixed);
