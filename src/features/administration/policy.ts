/** Characters. */
export const longestReason = 500;
export const longestNote = 2000;

/** Shared with the pages, which validate before they send. */
export const messages = {
  noReason: "Enter a reason",
  longReason: `Write at most ${longestReason} characters`,
  longNote: `Write at most ${longestNote} characters`,
} as const;
