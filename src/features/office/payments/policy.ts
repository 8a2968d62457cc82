/** Characters. */
export const longestReason = 500;
export const reasonMissing = "Enter a reason for the audit log";
export const noteMissing = "Enter how it was paid back, for the audit log";
export const longestRequest = 2000;
export const requestMissing = "Write why you’d like a refund";
export const answerMissing = "Write why, for the student";
