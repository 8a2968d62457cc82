import type { ByteRange } from "./byte-range.ts";
import type { Segment, videoRenditions } from "../videos/tables.ts";

type Rendition = typeof videoRenditions.$inferSelect;

/** Identifies a rendition's file, which may be recreated with other offsets. */
export const versionOf = ({ bytes, createdAt }: Pick<Rendition, "bytes" | "createdAt">): string =>
  `${createdAt.getTime().toString(36)}-${bytes.toString(36)}`;

/** RFC 8216. */
const head = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];

type Listed = Pick<Rendition, "bandwidth" | "codecs" | "height" | "width">;

/** Smallest first: some players start with it. */
export function masterPlaylist(renditions: readonly Listed[]): string {
  const streams = renditions
    .toSorted((a, b) => a.height - b.height)
    .flatMap(({ height, width, bandwidth, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      `${height}.m3u8`,
    ]);
  return lines([...head, ...streams]);
}

export function mediaPlaylist(rendition: Rendition): string {
  const { height, initBytes, segments } = rendition;
  const file = `${height}.mp4?v=${versionOf(rendition)}`;
  const longest = Math.max(...segments.map(({ milliseconds }) => milliseconds));
  return lines([
    ...head,
    `#EXT-X-TARGETDURATION:${Math.ceil(longest / 1000)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${initBytes}@0"`,
    ...segments.flatMap(({ offset, length, milliseconds }) => [
      `#EXTINF:${(milliseconds / 1000).toFixed(3)},`,
      `#EXT-X-BYTERANGE:${length}@${offset}`,
      file,
    ]),
    "#EXT-X-ENDLIST",
  ]);
}

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;

/**
 * The whole seconds of the segments that the bytes touch, [from, to): a single byte opens its segment. Undefined if
 * they touch none, as before the first.
 */
export function secondsOf(
  segments: readonly Segment[],
  bytes: ByteRange,
): { readonly from: number; readonly to: number } | undefined {
  let [time, from, to] = [0, Infinity, 0];
  for (const { offset, length, milliseconds } of segments) {
    const isTouched = offset <= bytes.to && bytes.from < offset + length;
    if (isTouched) [from, to] = [Math.min(from, time), time + milliseconds];
    time += milliseconds;
  }
  return to === 0 ? undefined : { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) };
}
