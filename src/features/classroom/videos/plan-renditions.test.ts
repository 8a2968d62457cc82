import { expect, test } from "vitest";
import { framesPerSecond, planRenditions } from "./plan-renditions.ts";
import type { VideoFacts } from "./probe-video.ts";
import { describeRefusal, videoRefusals } from "./policy.ts";

const facts: VideoFacts = {
  container: "mov",
  videoTrack: 1,
  audioTrack: 2,
  milliseconds: 60_000,
  width: 1920,
  height: 1080,
  rotation: 0,
  isFlipped: false,
  hasSquarePixels: true,
  isHdr: false,
  hasColorSpace: true,
  framesPerSecond: 30,
  bitrate: 4_000_000,
  isPlayable: true,
  keyFrameGap: 2,
  missedByCopy: 0,
};

const plan = (changed: Partial<VideoFacts>, hasEncoder = true): string => {
  try {
    return planRenditions({ ...facts, ...changed }, hasEncoder)
      .map(({ height, isCopy }) => `${isCopy ? "copy " : ""}${height}`)
      .join(", ");
  } catch (error) {
    return (error as Error).message;
  }
};

test.each<[string, Partial<VideoFacts>, string, string]>([
  ["1080p", {}, "copy 1080, 480, 720", "copy 1080"],
  ["480p", { width: 854, height: 480 }, "copy 480", "copy 480"],
  ["a small drawing", { width: 320, height: 241 }, "copy 241", "copy 241"],
  ["of another codec", { isPlayable: false }, "480, 720, 1080", "codec"],
  ["small, of another codec", { isPlayable: false, width: 320, height: 241 }, "242", "codec"],
  ["between two heights", { isPlayable: false, width: 1000, height: 719 }, "480", "codec"],
  ["of very few bits", { bitrate: 150_000 }, "copy 1080", "copy 1080"],
  ["of many bits", { bitrate: 9_000_000 }, "480, 720, 1080", "copy 1080"],
  ["4K", { width: 3840, height: 2160 }, "480, 720, 1080", "copy 2160"],
  ["upright", { width: 1080, height: 1920 }, "copy 1920, 854, 1280", "copy 1920"],
  ["turned", { width: 1080, height: 1920, rotation: 90 }, "854, 1280, 1920", "copy 1920"],
  ["of wide pixels", { hasSquarePixels: false }, "480, 720, 1080", "copy 1080"],
  ["with a key frame every 20 s", { keyFrameGap: 20 }, "480, 720, 1080", "copy 1080"],
  ["trimmed", { missedByCopy: 1 }, "480, 720, 1080", "copy 1080"],
  ["with one key frame", { keyFrameGap: 60 }, "480, 720, 1080", "codec"],
])("%s", (_, changed, encoded, copied) => {
  expect(plan(changed)).toBe(encoded);
  expect(plan(changed, false)).toBe(copied);
});

test.each([
  [30, 30],
  [29.97, 30_000 / 1001],
  [23.976, 24_000 / 1001],
  [25, 25],
  [50, 25],
  [59.94, 30_000 / 1001],
  [60, 30],
  [240, 30],
  [12, 12],
  [1, 10],
  [37, 30],
])("%s frames a second become %s", (source, made) => {
  expect(framesPerSecond(source)).toBeCloseTo(made, 2);
});

test("every refusal says what to do, and a broken video where it breaks", () => {
  const said = videoRefusals.map((refusal) => describeRefusal(refusal));
  expect(new Set(said).size).toBe(videoRefusals.length);
  for (const sentence of said) expect(sentence).toMatch(/\b(upload|Export|Cut)\b.*\.$/);
  expect(describeRefusal("damaged", 3725)).toContain("breaks off at 1:02:05");
  expect(describeRefusal("damaged", 5)).toContain("breaks off at 0:05");
});
