import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { AppContext } from "../../../context.ts";
import { type VideoRow, claimVideo, releaseClaim, renewClaim } from "./claim-video.ts";
import { cleanUp, finishVideo } from "./finish-video.ts";
import { encodingFolder } from "./original.ts";
import { ClaimLost, makeRenditions } from "./make-renditions.ts";
import { pauseSeconds, renewSeconds } from "./policy.ts";
import { VideoRefused } from "./refusals.ts";

type Context = Pick<AppContext, "clock" | "database" | "db" | "emit" | "log" | "settings" | "storage">;

/** Processes videos one after the other, until none is due. On abort the video waits for the next start. */
export async function processVideos(
  context: Context,
  signal: AbortSignal,
  mayEncode = true,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const video = signal.aborted ? undefined : await claimVideo(context);
    if (!video) return count;
    if (video.state === "ready" || video.state === "refused") await cleanUp(context, video);
    else await processVideo(context, video, signal, mayEncode);
  }
}

async function processVideo(
  context: Context,
  video: VideoRow,
  stopping: AbortSignal,
  mayEncode: boolean,
): Promise<void> {
  const lost = new AbortController();
  let progress = 0;
  const renew = async (): Promise<void> => {
    // A database that is down for a moment must not end hours of work.
    if (!(await renewClaim(context, video, progress).catch(() => true))) lost.abort(new ClaimLost());
  };
  const timer = setInterval(() => void renew(), renewSeconds * 1000);
  const parent = encodingFolder(context.settings, video.id);
  // One folder per claim: a former owner may still be working.
  const folder = join(parent, String(video.attempts));
  const signal = AbortSignal.any([stopping, lost.signal]);
  const onProgress = (percent: number): void => {
    progress = percent;
  };
  try {
    await rm(parent, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await makeRenditions(context, video, { folder, mayEncode, signal, onProgress });
    await finishVideo(context, video);
  } catch (error) {
    if (stopping.aborted || error instanceof ClaimLost) await releaseClaim(context, video);
    else if (error instanceof VideoRefused) await finishVideo(context, video, error);
    else {
      context.log.error({ err: error, video: video.id }, "could not prepare a video yet");
      await releaseClaim(context, video, pauseSeconds);
    }
  } finally {
    clearInterval(timer);
    await rm(folder, { recursive: true, force: true });
    await rmdir(parent).catch(() => {});
  }
}
