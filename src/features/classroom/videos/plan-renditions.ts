import {
  VideoRefused,
  keyFrameInterval,
  lightBitrate,
  maxCopiedBitrate,
  maxFramesPerSecond,
  maxKeyFrameGap,
  renditionSizes,
} from "./policy.ts";
import type { VideoFacts } from "./probe-video.ts";

export interface Rendition {
  readonly height: number;
  readonly isCopy: boolean;
}

/** In order of work: the first makes the video playable. Throws VideoRefused. */
export function planRenditions(facts: VideoFacts, hasEncoder: boolean): readonly Rendition[] {
  const copy = { height: facts.height, isCopy: true };
  if (!hasEncoder) {
    const isBound = facts.keyFrameGap <= maxKeyFrameGap && facts.missedByCopy <= maxKeyFrameGap;
    if (!facts.isPlayable || !isBound) throw new VideoRefused("codec");
    return [copy];
  }
  const shorter = Math.min(facts.width, facts.height);
  const encoded = (sizes: readonly number[]) =>
    sizes.map((size) => ({ height: even((size * facts.height) / shorter), isCopy: false }));
  if (isWorthCopying(facts) && facts.bitrate <= lightBitrate) return [copy];
  if (isWorthCopying(facts)) return [copy, ...encoded(renditionSizes.filter((size) => size < shorter))];
  const sizes = renditionSizes.filter((size) => size <= shorter);
  return encoded(sizes.length > 0 ? sizes : [shorter]);
}

function isWorthCopying(facts: VideoFacts): boolean {
  const { width, height, rotation, isFlipped, hasSquarePixels, keyFrameGap, missedByCopy, bitrate } = facts;
  // Not all players apply a rotation.
  const isPlain = rotation === 0 && !isFlipped && hasSquarePixels;
  const isSmall = Math.min(width, height) <= 1080 && Math.max(width, height) <= 1920;
  const isSeekable = keyFrameGap <= 5 * keyFrameInterval && missedByCopy < 0.1;
  return facts.isPlayable && isPlain && isSmall && isSeekable && bitrate <= maxCopiedBitrate;
}

export const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

const ntsc = 1000 / 1001;
const commonRates = [24 * ntsc, 24, 25, 30 * ntsc, 30, 48, 50, 60 * ntsc, 60, 100, 120 * ntsc, 120, 240];

/** A divisor of the source's rate if possible, because dropping every nth frame looks smooth. */
export function framesPerSecond(source: number): number {
  const distance = (rate: number): number => Math.abs(rate - source);
  const nearest = commonRates.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best));
  if (distance(nearest) > 0.01 * source) return Math.min(Math.max(source, 10), maxFramesPerSecond);
  return nearest / Math.ceil(nearest / maxFramesPerSecond);
}
