/** Characters. */
export const maxCommentLength = 1000;

export const commentRate = { calls: 20, seconds: 3600 } as const;
/** A whole gallery at once, and a change of mind. */
export const niceRate = { calls: 200, seconds: 3600 } as const;
/** For accounts younger than a day. */
export const maxFirstDayComments = 5;
