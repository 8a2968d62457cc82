import { existsSync } from "node:fs";
import { type SQL, and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { othersHaveAnotherFolder } from "../uploads/uploads.ts";
import { originalOf } from "./video-files.ts";
import { leaseSeconds, lostSeconds } from "./policy.ts";
import { videos } from "./tables.ts";

export type VideoRow = typeof videos.$inferSelect;

type Context = Pick<AppContext, "clock" | "database" | "db" | "settings">;

const isFree = ({ clock }: Pick<Context, "clock">) => lte(videos.claimedUntil, clock.now());

const waitsForWork = (context: Pick<Context, "clock">) =>
  and(inArray(videos.state, ["uploaded", "playable"]), or(isNull(videos.claimedUntil), isFree(context)));

/**
 * A finished video that is still claimed has not been cleaned up.
 * @param isInUse a condition on videos: they come first, then the oldest
 */
export async function claimVideo(context: Context, isInUse?: SQL): Promise<VideoRow | undefined> {
  const { db, settings } = context;
  const isDue = or(waitsForWork(context), and(inArray(videos.state, ["ready", "refused"]), isFree(context)));
  // All, because the oldest may be on another machine.
  const found = await db
    .select({ id: videos.id, state: videos.state, changedAt: videos.changedAt })
    .from(videos)
    .where(isDue);
  const here = [];
  for (const video of found)
    if (isFinished(video) || isOriginalHere(settings, video) || (await isLost(context, video)))
      here.push(video);
  if (here.length === 0) return undefined;
  const ids = here.map(({ id }) => id);
  const next = db
    .select({ id: videos.id })
    .from(videos)
    .where(and(inArray(videos.id, ids), isDue))
    .orderBy(...(isInUse ? [desc(isInUse)] : []), asc(videos.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [video] = await db
    .update(videos)
    .set({ claimedUntil: secondsFromNow(context, leaseSeconds), attempts: sql`${videos.attempts} + 1` })
    .where(inArray(videos.id, next))
    .returning();
  return video;
}

const isOriginalHere = (settings: Context["settings"], { id }: Pick<VideoRow, "id">): boolean =>
  existsSync(originalOf(settings, id));

const isFinished = ({ state }: Pick<VideoRow, "state">): boolean => state === "ready" || state === "refused";

/** Whether the original is on no machine. */
export async function isLost(
  context: Context,
  { id, changedAt }: Pick<VideoRow, "changedAt" | "id">,
): Promise<boolean> {
  return (
    changedAt < secondsFromNow(context, -lostSeconds) &&
    !isOriginalHere(context.settings, { id }) &&
    !(await othersHaveAnotherFolder(context))
  );
}

/** Each claim increments `attempts`, so an unchanged count proves ownership. */
const isOurs = ({ id, attempts }: VideoRow) =>
  and(eq(videos.id, id), eq(videos.attempts, attempts), isNotNull(videos.claimedUntil));

export const isHeld = (video: VideoRow) =>
  and(isOurs(video), inArray(videos.state, ["uploaded", "playable"]));

/** False if the video has another owner, or is to be deleted. */
export async function renewClaim(context: Context, video: VideoRow, progress: number): Promise<boolean> {
  const held = await context.db
    .update(videos)
    .set({ claimedUntil: secondsFromNow(context, leaseSeconds), progress })
    .where(isHeld(video))
    .returning({ id: videos.id });
  return held.length > 0;
}

/** Whether a lesson waits for another video that this process can take, and none uses this one anymore. */
export async function isOvertaken(
  context: Pick<Context, "clock" | "db" | "settings">,
  video: VideoRow,
  isInUse: SQL,
): Promise<boolean> {
  const { db, settings } = context;
  if ((await db.$count(videos, and(eq(videos.id, video.id), isInUse))) > 0) return false;
  const waiting = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(waitsForWork(context), isInUse));
  return waiting.some((each) => isOriginalHere(settings, each));
}

/** For failures that are not the video's fault; they don't count as attempts. */
export async function releaseClaim(context: Context, video: VideoRow, seconds?: number): Promise<void> {
  const claimedUntil = seconds === undefined ? null : secondsFromNow(context, seconds);
  const attempts = video.attempts - 1;
  await context.db.update(videos).set({ claimedUntil, progress: 0, attempts }).where(isOurs(video));
}

const secondsFromNow = ({ clock }: Pick<Context, "clock">, seconds: number): Date =>
  new Date(clock.now().getTime() + seconds * 1000);
