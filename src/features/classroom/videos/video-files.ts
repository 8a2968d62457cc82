import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type SQL, and, asc, eq, inArray, isNull, lte, or } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import type { Settings } from "../../../settings/settings.ts";
import { unusedSeconds } from "./policy.ts";
import { videos } from "./tables.ts";

/** Same path as in the upload store. */
export const originalOf = ({ dataDir }: Pick<Settings, "dataDir">, id: string): string =>
  join(dataDir, "uploads", id);

export const encodingFolder = ({ dataDir }: Pick<Settings, "dataDir">, id: string): string =>
  join(dataDir, "encoding", id);

/** Includes the unfinished work of a killed process. */
export async function removeOriginal(
  settings: Pick<Settings, "dataDir" | "keepsOriginals">,
  id: string,
): Promise<void> {
  await rm(encodingFolder(settings, id), { recursive: true, force: true });
  if (settings.keepsOriginals) return;
  const original = originalOf(settings, id);
  for (const path of [original, `${original}.json`]) await rm(path, { force: true });
}

type Context = Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">;

const batch = 100;

/** Videos in `deleting`, and those unused and unchanged for a week. */
export async function collectVideos(context: Context, isUnused: SQL): Promise<number> {
  const { db, clock, log } = context;
  const now = clock.now();
  const unchanged = lte(videos.changedAt, new Date(now.getTime() - unusedSeconds * 1000));
  // A process that is working on a video notices the deletion and stops.
  const isFree = or(isNull(videos.claimedUntil), lte(videos.claimedUntil, now));
  const isDue = and(isFree, or(eq(videos.state, "deleting"), and(unchanged, isUnused)));
  const found = await db
    .select({ id: videos.id })
    .from(videos)
    .where(isDue)
    .orderBy(asc(videos.changedAt))
    .limit(batch);
  let removed = 0;
  for (const { id } of found) {
    const marked = await db
      .update(videos)
      .set({ state: "deleting", changedAt: now })
      .where(
        inArray(
          videos.id,
          db
            .select({ id: videos.id })
            .from(videos)
            .where(and(eq(videos.id, id), isDue))
            .for("update", { skipLocked: true }),
        ),
      )
      .returning({ id: videos.id });
    if (marked.length === 0) continue;
    try {
      await removeVideo(context, id);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ err: error, video: id }, "could not remove a video yet");
      break;
    }
    removed += 1;
  }
  return removed;
}

/** Files come before the row, which leads to them after a crash. */
async function removeVideo({ db, storage, settings }: Context, id: string): Promise<void> {
  await storage.removeFolder(`videos/${id}`);
  await removeOriginal({ ...settings, keepsOriginals: false }, id);
  await db.delete(videos).where(and(eq(videos.id, id), eq(videos.state, "deleting")));
}
