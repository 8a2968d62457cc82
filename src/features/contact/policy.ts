/** The most characters of what the forms take. */
export const maxLength = { name: 100, message: 5000 } as const;

/** What the server says, and the pages, which need not ask it first. */
export const messages = {
  noName: "Name is required",
  longName: `Use at most ${maxLength.name} characters for your name`,
  nameCharacters: "Enter your name on one line, without control characters",
  noEmail: "Email is required",
  noMessage: "Message is required",
  messageCharacters: "Take the control characters out of your message",
} as const;

/** @param length of what was written */
export const longMessage = (length: number): string =>
  `Keep your message to ${maxLength.message.toLocaleString("en-US")} characters; this one has ${length.toLocaleString("en-US")}`;

/**
 * Whether a form was sent by a program: it fills in the field `website`, which people do not see. Such a form gets the
 * answer of any other, so that its sender learns nothing, and is thrown away.
 */
export const isByProgram = ({ website }: { readonly website?: string | undefined }): boolean =>
  Boolean(website);
