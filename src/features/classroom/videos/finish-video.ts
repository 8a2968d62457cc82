import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type VideoRow, isHeld } from "./claim-video.ts";
import { videoChanged } from "./events.ts";
import { removeOriginal } from "./original.ts";
import type { VideoRefused } from "./refusals.ts";
import type { VideoRefusal } from "./state.ts";
import { videoRenditions, videos } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "database" | "db" | "emit" | "log" | "settings" | "storage">;

/** Failures of the encoder, not the video: stored renditions can be played. */
const leavesWhatPlays: ReadonlySet<VideoRefusal> = new Set(["too-much-work", "encoder-crashed"]);

/** Keeps the claim until the files are in order, so that a crash in between is detected. */
export async function finishVideo(context: Context, video: VideoRow, refused?: VideoRefused): Promise<void> {
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

export async function cleanUp(context: Context, video: VideoRow): Promise<void> {
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
