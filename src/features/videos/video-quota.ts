import { eq, sum } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { uploads } from "../uploads/tables.ts";
import { problems } from "./problems.ts";
import { videos } from "./tables.ts";

/** Throws video-quota-exceeded. */
export async function refuseOverQuota(
  { db, settings }: Pick<AppContext, "db" | "settings">,
  owner: Person,
  bytes: number,
): Promise<void> {
  const [stored] = await db
    .select({ bytes: sum(videos.storedBytes).mapWith(Number) })
    .from(videos)
    .where(eq(videos.ownerId, owner.id));
  const [arriving] = await db
    .select({ bytes: sum(uploads.bytes).mapWith(Number) })
    .from(uploads)
    .where(eq(uploads.ownerId, owner.id));
  const used = (stored?.bytes ?? 0) + (arriving?.bytes ?? 0);
  if (used + bytes > settings.videoQuotaBytes) {
    const gigabytes = Math.round(settings.videoQuotaBytes / 1024 ** 3);
    throw new Problem(
      problems.overQuota,
      `Your videos may take ${gigabytes} GB, and this one goes beyond. Delete one first.`,
    );
  }
}
