/** Characters. */
export const maxCommentLength = 1000;

/** Comments of one person. */
export const commentRate = { calls: 20, seconds: 3600 } as const;
/** Comments of an account that is younger than a day. */
export const maxFirstDayComments = 5;
