/** Characters. */
export const maxLength = { name: 100, message: 5000 } as const;

export const messages = {
  noName: "Name is required",
  longName: `Use at most ${maxLength.name} characters for your name`,
  nameCharacters: "Enter your name on one line, without control characters",
  noEmail: "Email is required",
  noMessage: "Message is required",
  messageCharacters: "Remove the control characters from your message",
} as const;

export const longMessage = (length: number): string =>
  `Keep your message to ${maxLength.message.toLocaleString("en-US")} characters; this one has ${length.toLocaleString("en-US")}`;

/** The message is discarded with the usual response, so that the bot learns nothing. */
export const isHoneypotFilled = ({ website }: { readonly website?: string | undefined }): boolean =>
  Boolean(website);
