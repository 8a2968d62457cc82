import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { type SQL, and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type VideoRow, claimVideo, isHeld, isOvertaken, releaseClaim, renewClaim } from "./claim-video.ts";
import { encodingFolder, removeOriginal } from "./video-files.ts";
import { ClaimLost, makeRenditions } from "./make-renditions.ts";
import {
  type VideoRefusal,
  VideoRefused,
  maxPauseSeconds,
  pauseSeconds,
  pauseShare,
  renewSeconds,
} from "./policy.ts";
import { videoChanged } from "./events.ts";
import { videoRenditions, videos } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "database" | "db" | "emit" | "log" | "settings" | "storage">;

interface ProcessOptions {
  readonly mayEncode?: boolean;
  /** A condition on videos: they come first, so that a film that was replaced makes nobody wait. */
  readonly isInUse?: SQL;
}

/** Processes videos until none is due. On abort, the video waits for the next start. */
export async function processVideos(
  context: Context,
  signal: AbortSignal,
  options: ProcessOptions = {},
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const video = signal.aborted ? undefined : await claimVideo(context, options.isInUse);
    if (!video) return count;
    if (video.state === "ready" || video.state === "refused") await cleanUp(context, video);
    else await processVideo(context, video, signal, options);
  }
}

async function processVideo(
  context: Context,
  video: VideoRow,
  stopping: AbortSignal,
  { mayEncode = true, isInUse }: ProcessOptions,
) {
  const begunAt = context.clock.now().getTime();
  const lost = new AbortController();
  let progress = 0;
  const renew = async (): Promise<void> => {
    // A short database outage must not end hours of work.
    const isKept = async () =>
      (await renewClaim(context, video, progress)) &&
      !(isInUse && (await isOvertaken(context, video, isInUse)));
    if (!(await isKept().catch(() => true))) lost.abort(new ClaimLost());
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
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeRenditions(context, video, { folder, mayEncode, signal, onProgress });
    await finishVideo(context, video);
  } catch (error) {
    if (stopping.aborted || error instanceof ClaimLost) await releaseClaim(context, video);
    else if (error instanceof VideoRefused) await finishVideo(context, video, error);
    else {
      const workSeconds = (context.clock.now().getTime() - begunAt) / 1000;
      const pause = Math.min(Math.max(pauseSeconds, pauseShare * workSeconds), maxPauseSeconds);
      context.log.error({ err: error, video: video.id, pause }, "could not prepare a video yet");
      await releaseClaim(context, video, pause);
    }
  } finally {
    clearInterval(timer);
    await rm(folder, { recursive: true, force: true });
    await rmdir(parent).catch(() => {});
  }
}

/** Not the video's fault: stored renditions can be played. */
const leavesWhatPlays: ReadonlySet<VideoRefusal> = new Set(["too-much-work", "encoder-crashed"]);

/** Keeps the claim until the files are in order, so that a crash in between is detected. */
async function finishVideo(context: Context, video: VideoRow, refused?: VideoRefused): Promise<void> {
  const { db, clock, log } = context;
  const stored = await db.$count(videoRenditions, eq(videoRenditions.videoId, video.id));
  const isReady = !refused || (stored > 0 && leavesWhatPlays.has(refused.refusal));
  if (refused) log.info({ video: video.id, refusal: refused.refusal, stored }, "a video was not encoded");
  const finished = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(videos)
      .set({
        state: isReady ? "ready" : "refused",
        refusal: isReady ? null : refused.refusal,
        brokenAt: isReady ? null : refused.brokenAt,
        progress: 0,
        changedAt: clock.now(),
      })
      .where(isHeld(video))
      .returning();
    if (row) await context.emit(tx, videoChanged, { videoId: row.id });
    return row;
  });
  if (finished) await cleanUp(context, finished);
}

async function cleanUp(context: Context, video: VideoRow): Promise<void> {
  const { db, storage, settings } = context;
  if (video.state === "refused") {
    await storage.removeFolder(`videos/${video.id}`);
    await db.delete(videoRenditions).where(eq(videoRenditions.videoId, video.id));
    await db.update(videos).set({ storedBytes: 0, posterAt: null }).where(eq(videos.id, video.id));
  }
  await removeOriginal(settings, video.id);
  await db
    .update(videos)
    .set({ claimedUntil: null })
    .where(and(eq(videos.id, video.id), inArray(videos.state, ["ready", "refused"])));
}
