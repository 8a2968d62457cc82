/** Characters of the reason for a suspension, and of the note to an applicant. */
export const longestReason = 500;
export const longestNote = 2000;

/** What the server says and the pages, which need not ask it first. */
export const messages = {
  noReason: "Enter a reason",
  longReason: `Write at most ${longestReason} characters`,
  longNote: `Write at most ${longestNote} characters`,
} as const;
