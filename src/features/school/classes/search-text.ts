/** Stored with the class, so that one index serves the search. */
export const searchTextOf = (className: string, instructorName: string): string =>
  `${className} ${instructorName}`.toLowerCase();
