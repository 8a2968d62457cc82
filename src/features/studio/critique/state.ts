/**
 * handed-in ─▶ again ─▶ handed-in … ─▶ accepted
 *     └─▶ withdrawn, by the student, before the first critique of a turn; handing in anew leads back
 */
export const submissionStates = ["handed-in", "again", "accepted", "withdrawn"] as const;
export type SubmissionState = (typeof submissionStates)[number];

export const verdicts = ["accepted", "again"] as const;
export type Verdict = (typeof verdicts)[number];

/** `null`: nothing has been handed in. */
export const mayHandIn = (state: SubmissionState | null): boolean =>
  state === null || state === "again" || state === "withdrawn";
