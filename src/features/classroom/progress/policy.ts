import { problemsOf } from "../../../platform/errors.ts";

export const completionKinds = ["watched", "read", "ticked", "accepted"] as const;
export type CompletionKind = (typeof completionKinds)[number];

/** Seconds between two reports of a player. */
export const reportEvery = 15;
/** A player reports each second once; students watch at up to twice the speed. */
export const maxSpeed = 2;
/** Seconds of grace for clocks and networks, deducted from the next report. */
export const grace = 5;
/** Widens `sent` by seconds, because segments don't end on whole seconds. */
export const sentMargin = 2;
/** Unused time of a report is available to later ones within these seconds, as from a queue. */
export const queueSeconds = 5;
export const doneShare = 0.9;
/** Seconds that Continue goes back, as a reminder. */
export const rewind = 3;
export const maxRanges = 200;
export const keepsProgress = ({ hasSeat, isStaff }: { hasSeat: boolean; isStaff: boolean }): boolean =>
  hasSeat && !isStaff;

/** Rounded down, so that a share never exceeds what was watched; null while unknown. */
export const secondsOf = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.max(1, Math.floor(milliseconds / 1000));

export const problems = problemsOf({
  "409 video-not-in-lesson": "This lesson shows another video. Reload the page to see it.",
});
