/** How many characters the reason of a refund may have, and the note of what was paid back another way. */
export const longestReason = 500;
export const reasonMissing = "Enter a reason for the audit log";
export const noteMissing = "Enter how it was paid back, for the audit log";
