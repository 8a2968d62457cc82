import type { Role } from "../accounts/policy.ts";
import type { ClassStatus } from "./state.ts";

export const levels = ["beginner", "intermediate", "advanced"] as const;
export type Level = (typeof levels)[number];

/** Stripe takes no card payment under 50 cents, and none of eight digits. In dollars. */
export const lowestPrice = 0.5;
export const highestPrice = 99_999.99;
/** More is surely a slip of the keyboard. */
export const mostSeats = 100_000;
/** Characters of what is written about a class; `outcomes` is a number of lines. */
export const longest = { className: 120, description: 5000, outcomes: 12, outcome: 200 } as const;

/** What the server says and the pages, which need not ask it first. */
export const messages = {
  noSuchClass: "There is no such class.",
  notYourClass: "This class belongs to another instructor.",
  noName: "Class name is required",
  longName: `Class names have at most ${longest.className} characters`,
  price: `The price must be from $${lowestPrice.toFixed(2)} to $${highestPrice.toLocaleString("en-US")}`,
  seats: `Seats are a whole number from 0 to ${mostSeats.toLocaleString("en-US")}`,
  noPicture: "A picture is required",
  longDescription: `Write at most ${longest.description} characters`,
  manyOutcomes: `Write at most ${longest.outcomes} lines`,
  controlCharacters: "Leave out control characters",
  longOutcome: `A line has at most ${longest.outcome} characters`,
} as const;

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
