import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type SQL, and, asc, eq, gt, inArray, isNull, lte, or, sql, sum } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { isId } from "../../../platform/ids.ts";
import { UpstreamError, Problem } from "../../../platform/errors.ts";
import type { Settings } from "../../../settings/settings.ts";
import { leaseSeconds, unusedSeconds, problems } from "./policy.ts";
import { videos } from "./tables.ts";
import type { Person } from "../../../access/queries.ts";
import { uploads } from "../uploads/tables.ts";

/** Same path as in the upload store. */
export const originalOf = ({ dataDir }: Pick<Settings, "dataDir">, id: string): string =>
  join(dataDir, "uploads", id);

export const encodingFolder = ({ dataDir }: Pick<Settings, "dataDir">, id: string): string =>
  join(dataDir, "encoding", id);

/** Includes the unfinished work of a killed process. */
export async function removeOriginal(settings: Pick<Settings, "dataDir" | "keepsOriginals">, id: string) {
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
  // A process that is working on a video notices the deletion and stops. A claim beyond any lease is a pause.
  const beyondLeases = new Date(now.getTime() + 2 * leaseSeconds * 1000);
  const { claimedUntil } = videos;
  const isFree = or(isNull(claimedUntil), lte(claimedUntil, now), gt(claimedUntil, beyondLeases));
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

/**
 * What a killed process left: uploads without a row, and work on videos that another machine finished. A row comes before
 * its file, so a file without one is not in use.
 */
export async function removeStrayFiles({ db, clock, settings }: Pick<Context, "clock" | "db" | "settings">) {
  const before = clock.now().getTime() - unusedSeconds * 1000;
  const remove = async (folder: string, isInUse: (id: string) => Promise<boolean>): Promise<void> => {
    for (const name of await readdir(folder).catch(() => [])) {
      const id = name.replace(/\.json$/, "");
      const path = join(folder, name);
      const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
      if (isId(id) && mtimeMs < before && !(await isInUse(id)))
        await rm(path, { recursive: true, force: true });
    }
  };
  const isVideo = async (condition: SQL | undefined) => (await db.$count(videos, condition)) > 0;
  await remove(join(settings.dataDir, "encoding"), (id) => isVideo(and(eq(videos.id, id), isInWork)));
  // An archive may have to outlive its database.
  if (settings.keepsOriginals) return;
  const isUpload = async (id: string) => (await db.$count(uploads, eq(uploads.id, id))) > 0;
  await remove(
    join(settings.dataDir, "uploads"),
    async (id) => (await isUpload(id)) || isVideo(eq(videos.id, id)),
  );
}

const isInWork = inArray(videos.state, ["uploaded", "playable"]);

/** The original counts until the size of the renditions is known. Throws video-quota-exceeded. */
export async function refuseOverQuota(
  { db, settings }: Pick<AppContext, "db" | "settings">,
  owner: Person,
  bytes: number,
): Promise<void> {
  const [stored] = await db
    .select({
      bytes: sql`sum(${videos.storedBytes} + case when ${isInWork} then ${videos.bytes} else 0 end)`.mapWith(
        Number,
      ),
    })
    .from(videos)
    .where(eq(videos.ownerId, owner.id));
  const [arriving] = await db
    .select({ bytes: sum(uploads.bytes).mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.ownerId, owner.id), eq(uploads.purpose, "video")));
  const left = settings.videoQuotaBytes - (stored?.bytes ?? 0) - (arriving?.bytes ?? 0);
  if (bytes > left)
    throw new Problem(problems["video-quota-exceeded"], describeShortage(left, settings.videoQuotaBytes));
}

const describeShortage = (left: number, quota: number): string =>
  `You have ${inGigabytes(Math.max(0, left))} of ${inGigabytes(quota)} GB of video storage left. ` +
  "Make this video smaller, or ask an admin for more space.";

const inGigabytes = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1).replace(".0", "");
