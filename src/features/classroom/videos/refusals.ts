import { maxHeight, maxSeconds, maxWidth, type VideoRefusal } from "./policy.ts";

export class VideoRefused extends Error {
  readonly refusal: VideoRefusal;
  /** Seconds. */
  readonly brokenAt: number | null;

  constructor(refusal: VideoRefusal, brokenAt: number | null = null) {
    super(refusal);
    this.name = "VideoRefused";
    this.refusal = refusal;
    this.brokenAt = brokenAt;
  }
}

const advice: Readonly<Record<VideoRefusal, string>> = {
  "not-a-video":
    "This isn't a video we can read. Export it as MP4 (H.264 and AAC), WebM, MOV or MKV, and upload it again.",
  damaged:
    "This video is damaged or was cut off. Check that it plays to the end on your computer, export it again, and upload the new file.",
  empty: "There is no picture in this video. Export it again, and check that it plays before you upload it.",
  "too-long": `This video is longer than ${maxSeconds / 3600} hours. Cut it into parts, and give each its own lesson.`,
  "too-large-picture": `This picture is larger than ${maxWidth} × ${maxHeight} pixels. Export it at 1920 × 1080, and upload it again.`,
  codec:
    "Browsers can't play the way this video was saved. Export it as MP4 (H.264 and AAC) with a key frame every 2 seconds, and upload it again.",
  "too-much-work":
    "This video takes too long to prepare. Export it as MP4 (H.264 and AAC) at 1920 × 1080 or smaller, and upload it again.",
  "encoder-crashed":
    "We couldn't prepare this video. Export it again as MP4 (H.264 and AAC), and upload the new file.",
};

export const describeRefusal = (refusal: VideoRefusal, brokenAt: number | null = null): string =>
  refusal === "damaged" && brokenAt !== null
    ? `This video is damaged: it breaks off at ${asTime(brokenAt)}. Export it again, check that it plays past that point, and upload the new file.`
    : advice[refusal];

function asTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
