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
  // After everything that people are notified of: see people-kinds.ts.
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
