/** A text area submits line breaks as CRLF. */
export const asWritten = (text: string): string => text.replaceAll("\r\n", "\n").trim();
