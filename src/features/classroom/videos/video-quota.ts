import { and, eq, inArray, sql, sum } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { uploads } from "../uploads/tables.ts";
import { problems } from "./policy.ts";
import { videos } from "./tables.ts";

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
  if (bytes > left) throw new Problem(problems.overQuota, describeShortage(left, settings.videoQuotaBytes));
}

const describeShortage = (left: number, quota: number): string =>
  `You have ${inGigabytes(Math.max(0, left))} of ${inGigabytes(quota)} GB of video storage left. ` +
  "Make this video smaller, or ask an admin for more space.";

const inGigabytes = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1).replace(".0", "");
