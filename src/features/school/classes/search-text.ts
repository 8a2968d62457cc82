/** Stored with the class, so that one index is enough. */
export const searchTextOf = (className: string, instructorName: string): string =>
  `${className} ${instructorName}`.toLowerCase();
