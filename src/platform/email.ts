export const emailProblem = "Enter a valid email address, like name@example.com";

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
