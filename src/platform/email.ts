/** What is said of an email that is none, in forms and by the server. */
export const emailProblem = "Enter a valid email address, like name@example.com";

/** Whether the text looks like an email address. The server decides by a stricter rule. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
