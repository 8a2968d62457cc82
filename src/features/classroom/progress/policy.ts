export const completionKinds = ["watched", "read", "ticked", "accepted"] as const;
export type CompletionKind = (typeof completionKinds)[number];

/** Seconds between two reports of a player. */
export const reportEvery = 15;
/** A player reports each second that passed once; students watch at up to twice the speed. */
export const maxSpeed = 2;
/** Seconds of grace for clocks and networks; a report that uses them is paid back by the time after it. */
export const grace = 5;
/** Seconds by which `sent` is widened, since segments do not end on whole seconds. */
export const sentMargin = 2;
/** What a report leaves unspent is open to those that follow within these seconds, as from a queue; then it is lost. */
export const queueSeconds = 5;
/** Of the video. */
export const doneShare = 0.9;
/** Seconds that Continue goes back, so that one finds in again. */
export const rewind = 3;
export const maxRanges = 200;
/** Staff and people without a seat learn nothing that is noted. */
export const keepsProgress = ({ hasSeat, isStaff }: { hasSeat: boolean; isStaff: boolean }): boolean =>
  hasSeat && !isStaff;

/** Rounded down, so that a share of it is never below what was watched; null while unknown. */
export const secondsOf = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.max(1, Math.floor(milliseconds / 1000));
