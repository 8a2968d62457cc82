/** What was typed into a text area, which gives line breaks as CRLF. */
export const asWritten = (text: string): string => text.replaceAll("\r\n", "\n").trim();
