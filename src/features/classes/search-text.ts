/** What the catalogue's search looks at. Kept beside the class, so that one index answers. */
export const searchTextOf = (className: string, instructorName: string): string =>
  `${className} ${instructorName}`.toLowerCase();
