import type { Role } from "../accounts/policy.ts";
import type { ClassStatus } from "./state.ts";

export const levels = ["beginner", "intermediate", "advanced"] as const;
export type Level = (typeof levels)[number];

/** Stripe takes no card payment under 50 cents, and none of eight digits. In dollars. */
export const lowestPrice = 0.5;
export const highestPrice = 99_999.99;
/** More is surely a slip of the keyboard. */
export const mostSeats = 100_000;

interface ClassFacts {
  readonly status: ClassStatus;
  readonly instructorId: string;
}
type Viewer = { readonly id: string; readonly role: Role } | undefined;

/** Only approved classes are public; the others are for their instructor and the admins. */
export const maySeeClass = (viewer: Viewer, { status, instructorId }: ClassFacts): boolean =>
  status === "approved" || viewer?.role === "admin" || viewer?.id === instructorId;

/** An instructor edits only their own classes. */
export const mayEditClass = (viewer: Viewer, { instructorId }: ClassFacts): boolean =>
  viewer?.role === "instructor" && viewer.id === instructorId;
