import { createReadStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { diskSpace } from "../../../platform/data-folder.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { type VideoRow, isHeld, isLost } from "./claim-video.ts";
import { videoChanged } from "./events.ts";
import { originalOf } from "./video-files.ts";
import type { Packaged } from "./package-video.ts";
import { type Rendition, planRenditions } from "./plan-renditions.ts";
import { VideoRefused, fullDiskBytes, maxAttempts, maxCrashes, storeRetry } from "./policy.ts";
import { renderPoster } from "./render-poster.ts";
import { VideoJobFailed, runVideoJob } from "./run-video-job.ts";
import { videoRenditions, videos } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "database" | "db" | "emit" | "log" | "settings" | "storage">;

interface Work {
  /** Empty, on the disk of the original. */
  readonly folder: string;
  readonly mayEncode: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

/** The video was deleted, or another process has claimed it. */
export class ClaimLost extends Error {}

/** Its folder may be shared storage that is down. */
class OriginalGone extends Error {
  override readonly name = "OriginalGone";
  override readonly message = "the original is not where it was";
}

class DiskFull extends Error {
  override readonly name = "DiskFull";
  override readonly message = "the disk of the data folder is full";
}

/** Creates the missing renditions. Throws VideoRefused, ClaimLost, OriginalGone, DiskFull, UpstreamError. */
export async function makeRenditions(context: Context, video: VideoRow, work: Work): Promise<void> {
  if (video.attempts > maxAttempts) throw new VideoRefused("encoder-crashed");
  const path = originalOf(context.settings, video.id);
  if (!existsSync(path))
    throw (await isLost(context, video)) ? new VideoRefused("encoder-crashed") : new OriginalGone();
  const withRetry = retrying(context, video);
  const { facts, hasEncoder } = await withRetry(() => runVideoJob<"probe">({ kind: "probe", path }, work));
  const { milliseconds, width, height } = facts;
  const hasSound = facts.audioTrack !== null;
  await context.db.update(videos).set({ milliseconds, width, height, hasSound }).where(isHeld(video));

  const mayEncode = hasEncoder && work.mayEncode;
  const stored = await storedHeights(context, video);
  const make = async ({ height: made, isCopy }: Rendition): Promise<void> => {
    if (stored.has(made)) return;
    work.onProgress(0);
    const target = join(work.folder, `${made}.mp4`);
    const packaged = isCopy
      ? await runVideoJob<"copy">({ kind: "copy", path, target, facts }, work)
      : await withRetry(() =>
          runVideoJob<"encode">({ kind: "encode", path, target, facts, height: made }, work),
        );
    await store(context, video, made, target, packaged, work.signal);
    await rm(target);
    stored.add(made);
    if (mayEncode && stored.size === 1) await showPoster(context, video, work.signal, video.posterAt);
  };

  let plan = planRenditions(facts, mayEncode);
  if (plan[0]?.isCopy) {
    try {
      await make(plan[0]);
    } catch (error) {
      await throwUnlessCrashed(context, video, error);
      // A video that can't be copied may still be encoded.
      plan = planRenditions({ ...facts, isPlayable: false }, mayEncode);
    }
  }
  for (const rendition of plan) await make(rendition);
  const isDecoded = plan.some(({ isCopy }) => !isCopy);
  if (mayEncode && !isDecoded)
    await withRetry(() => runVideoJob<"check">({ kind: "check", path, facts }, work));
  const isResumed = video.state === "playable";
  if (mayEncode && (stored.size > 1 || isResumed)) await showPoster(context, video, work.signal);
}

/** One crash may be the machine's fault; two are the video's. */
const retrying =
  (context: Context, video: VideoRow) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (let crashes = 1; ; crashes += 1) {
      try {
        return await work();
      } catch (error) {
        await throwUnlessCrashed(context, video, error);
        context.log.warn({ err: error, video: video.id, crashes }, "could not encode a video");
        if (crashes === maxCrashes) throw new VideoRefused("encoder-crashed");
      }
    }
  };

/** The video is not to blame while its original or the room for its renditions is missing. */
async function throwUnlessCrashed({ settings }: Context, { id }: VideoRow, error: unknown): Promise<void> {
  if (!(error instanceof VideoJobFailed)) throw error;
  if (!existsSync(originalOf(settings, id))) throw new OriginalGone();
  const { free } = await diskSpace(settings.dataDir);
  if (free < fullDiskBytes) throw new DiskFull();
}

/** Optional: a video plays without a poster. */
async function showPoster(
  context: Context,
  { id }: VideoRow,
  signal: AbortSignal,
  wanted: number | null = null,
): Promise<void> {
  try {
    await renderPoster(context, id, { signal, posterAt: wanted ?? undefined });
  } catch (error) {
    signal.throwIfAborted();
    context.log.warn({ err: error, video: id }, "could not create a poster");
  }
}

async function storedHeights({ db }: Context, { id }: VideoRow): Promise<Set<number>> {
  const rows = await db
    .select({ height: videoRenditions.height })
    .from(videoRenditions)
    .where(eq(videoRenditions.videoId, id));
  return new Set(rows.map(({ height }) => height));
}

/** The file comes first: a row means that it is complete. */
async function store(
  context: Context,
  video: VideoRow,
  height: number,
  path: string,
  packaged: Packaged,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, storage } = context;
  const { width, bytes, bandwidth, codecs, initBytes, segments, milliseconds } = packaged;
  await patiently(signal, () =>
    storage.writeFrom(`videos/${video.id}/${height}.mp4`, createReadStream(path), bytes),
  );
  const now = clock.now();
  const isStored = await db.transaction(async (tx) => {
    const held = await tx
      .update(videos)
      .set({
        state: "playable",
        milliseconds,
        // Now it marks the stored poster; before, a requested one.
        posterAt: sql`case when ${videos.state} = 'uploaded' then null else ${videos.posterAt} end`,
        storedBytes: sql`${videos.storedBytes} + ${bytes}`,
        changedAt: now,
      })
      .where(isHeld(video))
      .returning({ id: videos.id });
    if (held.length === 0) return false;
    await tx.insert(videoRenditions).values({
      videoId: video.id,
      height,
      width,
      bytes,
      bandwidth,
      codecs,
      initBytes,
      segments,
      createdAt: now,
    });
    await context.emit(tx, videoChanged, { videoId: video.id });
    return true;
  });
  if (isStored) return;
  // A removal during the write would leave this file orphaned.
  if ((await db.$count(videos, eq(videos.id, video.id))) === 0)
    await storage.removeFolder(`videos/${video.id}`);
  throw new ClaimLost();
}

/** A store that is down for minutes must not cost an hour of encoding. */
async function patiently(signal: AbortSignal, write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof UpstreamError) || tries === storeRetry.tries) throw error;
      await wait(storeRetry.pauseSeconds * 1000, undefined, { signal });
    }
  }
}
