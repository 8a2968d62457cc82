import { problemsOf } from "../../../platform/errors.ts";
import type { Role } from "../../../access/policy.ts";
import { type Consent, mayAppear } from "../../school/guardians/state.ts";
import { isOwnClass } from "../../school/classes/policy.ts";

/** Pixels. Half the widths of a class's picture take half the time, and the student waits. */
export const drawingWidths = [480, 960, 1600] as const;
export const maxPictures = 5;
export const maxWaitingPictures = 20;
export const maxPins = 20;
/** Characters. */
export const maxLength = { note: 2000, text: 5000, pin: 500 } as const;

/** Days until the promised critique. */
export const defaultDays = 5;
export const maxDays = 30;

/** Pages to which notifications about a drawing lead. */
export const drawingPaths = {
  atDesk: (id: string): string => `/dashboard/instructor/critiques?drawing=${id}`,
  inGallery: (classId: string, id: string): string => `/dashboard/gallery/${classId}/drawings/${id}`,
};

export const waitingSeconds = 86_400;
/** For withdrawn drawings, and those of students who have left the class. */
export const keptSeconds = 30 * 86_400;

export const messages = {
  noPicture: "Add at least one picture",
  manyPictures: `Hand in at most ${maxPictures} pictures`,
  samePicture: "Remove the picture you added twice",
  pictureAdded: "You've already added this picture",
  longNote: `Keep the note to ${maxLength.note.toLocaleString("en-US")} characters`,
  noText: "Write your critique",
  longText: `Keep the critique to ${maxLength.text.toLocaleString("en-US")} characters`,
  noPinText: "Say what this pin shows, or remove it",
  longPinText: `Keep a pin to ${maxLength.pin} characters`,
  manyPins: `Set at most ${maxPins} pins`,
  strayPin: "This pin is on a picture of another round",
  noVerdict: "Choose Accepted or Try again",
  days: `Choose 1 to ${maxDays} days`,
  controlCharacters: "Remove the control character",
} as const;

interface PublicFacts {
  readonly isAccepted: boolean;
  readonly isShown: boolean;
  readonly isHidden: boolean;
  readonly rounds: number;
}

/** An adult's drawing with a before and an after, for the public page of the class. */
export const mayBePublic = ({ isAccepted, isShown, isHidden, rounds }: PublicFacts): boolean =>
  isAccepted && isShown && !isHidden && rounds > 1;

interface SubmissionViewer {
  readonly id: string;
  readonly role: Role;
  readonly hasSeat: boolean;
  /** In either direction. */
  readonly isBlocked: boolean;
}

interface SubmissionFacts {
  readonly studentId: string;
  readonly instructorId: string;
  readonly isHandedIn: boolean;
  /** Only the latest round can be shown to the class. */
  readonly isLatest: boolean;
  /** The first picture of the first or the latest round. */
  readonly isBeforeOrAfter: boolean;
  readonly isAccepted: boolean;
  readonly isStudentSuspended: boolean;
  readonly sharedAt: Date | null;
  readonly publicAt: Date | null;
  readonly hiddenAt: Date | null;
  readonly consent: Consent;
}

/** `viewer` undefined: a visitor. */
export function mayOpenSubmission(
  viewer: SubmissionViewer | undefined,
  submission: SubmissionFacts,
): boolean {
  if (isPublic(submission)) return true;
  if (!viewer) return false;
  if (viewer.id === submission.studentId || viewer.role === "admin") return true;
  if (!submission.isHandedIn) return false;
  if (isOwnClass(viewer, submission)) return true;
  const isShown =
    submission.isLatest &&
    submission.sharedAt !== null &&
    submission.hiddenAt === null &&
    !submission.isStudentSuspended;
  return isShown && mayAppear(submission.consent) && viewer.hasSeat && !viewer.isBlocked;
}

const isPublic = (submission: SubmissionFacts): boolean =>
  submission.publicAt !== null &&
  submission.isBeforeOrAfter &&
  submission.isAccepted &&
  submission.sharedAt !== null &&
  submission.hiddenAt === null &&
  !submission.isStudentSuspended &&
  submission.consent === "not-needed";

/**
 * handed-in ─▶ again ─▶ handed-in … ─▶ accepted
 *     └─▶ withdrawn, by the student, before the first critique of a round; handing in again leads back
 */
export const submissionStates = ["handed-in", "again", "accepted", "withdrawn"] as const;
export type SubmissionState = (typeof submissionStates)[number];

export const verdicts = ["accepted", "again"] as const;
export type Verdict = (typeof verdicts)[number];

/** `null`: nothing has been handed in. */
export const mayHandIn = (state: SubmissionState | null): boolean =>
  state === null || state === "again" || state === "withdrawn";

export const problems = problemsOf({
  "409 lesson-not-an-exercise": "This lesson has no exercise to hand in a drawing for.",
  "403 drawing-needs-a-seat":
    "Only students in this class can hand in drawings. Join the class to hand in yours.",
  "409 drawing-waits":
    "Your drawing is already waiting for its critique. Undo the hand-in first if you want to change it.",
  "409 drawing-accepted": "Your drawing was already accepted. There's nothing left to hand in.",
  "409 drawing-picture-gone": "One of the pictures isn't here anymore. Add it again, then hand in.",
  "409 too-many-drawing-pictures":
    "You have too many pictures that aren't handed in yet. Remove some, then add this one.",
  "409 nothing-to-take-back":
    "There's nothing to undo. Your instructor may have answered in the meantime: reload to see.",
  "404 drawing-not-found": "This drawing isn't here anymore. Its student may have taken it back.",
  "409 drawing-critiqued": "This drawing already has a critique, perhaps sent from another tab.",
});
