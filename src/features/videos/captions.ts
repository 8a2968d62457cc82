export const readCaptions = (text: string): string => text;
