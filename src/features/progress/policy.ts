export const completionKinds = ["watched", "read", "ticked"] as const;
export type CompletionKind = (typeof completionKinds)[number];

/** Seconds between two reports of a player. */
export const reportEvery = 15;
/** A player reports each second that passed once; students watch at up to twice the speed. */
export const maxSpeed = 2;
/** Seconds of grace for clocks and networks. */
export const grace = 5;
/** Seconds by which `sent` is widened, since segments do not end on whole seconds. */
export const sentMargin = 2;
/** Of the video. */
export const doneShare = 0.9;
/** Seconds that Continue goes back, so that one finds in again. */
export const rewind = 3;
export const maxRanges = 200;
/** A class of fewer students shows no numbers of single lessons: they would name somebody. */
export const fewestStudents = 5;
