import { problemsOf } from "../../../platform/errors.ts";
import type { Role } from "../../../access/policy.ts";
import type { ClassStatus } from "./state.ts";

export const levels = ["beginner", "intermediate", "advanced"] as const;
export type Level = (typeof levels)[number];

export const maxTopics = 3;

/** Dollars. Stripe charges at least 50 cents and at most eight digits of cents. */
export const minPrice = 0.5;
export const maxPrice = 99_999.99;
/** A higher number is probably a typo. */
export const maxSeats = 100_000;
/** Characters; `outcomes` counts lines. */
export const maxLength = {
  className: 120,
  description: 5000,
  outcomes: 12,
  outcome: 200,
  tools: 500,
  feedback: 5000,
} as const;

export const messages = {
  noSuchClass: "We couldn’t find this class.",
  notYourClass: "This class belongs to another instructor.",
  denied:
    "This class was denied, so it can't be edited. To change it, open My Classes and choose Send again.",
  noName: "Class name is required",
  longName: `Use at most ${maxLength.className} characters`,
  price: `Enter a price from $${minPrice.toFixed(2)} to $${maxPrice.toLocaleString("en-US")}`,
  seats: `Enter a whole number from 0 to ${maxSeats.toLocaleString("en-US")}`,
  noPicture: "A picture is required",
  longDescription: `Write at most ${maxLength.description} characters`,
  manyOutcomes: `Write at most ${maxLength.outcomes} lines`,
  controlCharacters: "Leave out control characters",
  manyTopics: `Choose up to ${maxTopics} topics`,
  longTools: `Write at most ${maxLength.tools} characters`,
  longOutcome: `Use at most ${maxLength.outcome} characters per line`,
  longFeedback: `Write at most ${maxLength.feedback} characters`,
} as const;

interface ClassFacts {
  readonly status: ClassStatus;
  readonly instructorId: string;
  readonly isInstructorSuspended: boolean;
}
type Viewer = { readonly id: string; readonly role: Role } | undefined;

export const isPublicClass = ({
  status,
  isInstructorSuspended,
}: Pick<ClassFacts, "status" | "isInstructorSuspended">): boolean =>
  status === "approved" && !isInstructorSuspended;

export const maySeeClass = (viewer: Viewer, item: ClassFacts): boolean =>
  isPublicClass(item) || viewer?.role === "admin" || viewer?.id === item.instructorId;

export const mayEditClass = (viewer: Viewer, { instructorId }: Pick<ClassFacts, "instructorId">): boolean =>
  viewer?.role === "admin" || isOwnClass(viewer, { instructorId });

export const editorKinds = ["you", "instructor", "admin"] as const;
export type EditorKind = (typeof editorKinds)[number];

/** Instructors do not learn which admin edited. Null: nobody has edited yet. */
export const editorKindFor = (
  viewer: { readonly id: string },
  editedBy: string | null,
  { instructorId }: Pick<ClassFacts, "instructorId">,
): EditorKind | null =>
  editedBy === null
    ? null
    : editedBy === viewer.id
      ? "you"
      : editedBy === instructorId
        ? "instructor"
        : "admin";

export const isOwnClass = (viewer: Viewer, { instructorId }: Pick<ClassFacts, "instructorId">): boolean =>
  viewer?.role === "instructor" && viewer.id === instructorId;

export const problems = problemsOf({
  "404 class-not-found": messages.noSuchClass,
  "403 not-your-class": messages.notYourClass,
  "409 class-already-decided": "This class has already been approved or denied. Reload to see the decision.",
  "409 class-not-taught":
    "This class's instructor doesn't teach here now. Transfer it to another instructor, then approve it.",
  "409 class-denied": messages.denied,
  "409 class-not-denied": "Only denied classes can be sent again. Update this one instead.",
  "409 class-sent-again-already": "You've already sent this class again. The new one is under My Classes.",
  "409 not-an-instructor":
    "There's no instructor with this email. Enter the email of someone who teaches here.",
  "409 has-class-already": "This class is already theirs.",
  "409 class-changed-meanwhile":
    "Someone else saved this class while you were editing. Reload it, then make your changes again.",
  "409 feedback-changed-meanwhile":
    "Another admin changed the feedback while you were writing. Read theirs, then send yours again.",
});
