import { and, asc, count, eq, inArray, sum } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import type { VideoState } from "./state.ts";
import { videoRenditions, videos } from "./tables.ts";

const newestFirst: SortKey[] = [{ column: videos.id, direction: "descending", value: z.uuid() }];

export async function listVideos(
  db: Database,
  { state, limit, cursor }: { state?: VideoState | undefined; limit: number; cursor?: string | undefined },
) {
  const rows = await db
    .select({ video: videos, ownerName: users.name })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.ownerId))
    .where(and(state && eq(videos.state, state), afterCursor(newestFirst, cursor)))
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  const page = toPage(rows, limit, ({ video }) => [video.id]);
  const renditions = await db
    .select({ videoId: videoRenditions.videoId, height: videoRenditions.height })
    .from(videoRenditions)
    .where(
      inArray(
        videoRenditions.videoId,
        page.rows.map(({ video }) => video.id),
      ),
    )
    .orderBy(asc(videoRenditions.height));
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      renditions: renditions.filter(({ videoId }) => videoId === row.video.id).map(({ height }) => height),
    })),
  };
}

export function sumVideos(db: Database) {
  return db
    .select({
      state: videos.state,
      count: count(),
      storedBytes: sum(videos.storedBytes).mapWith(Number),
      originalBytes: sum(videos.bytes).mapWith(Number),
    })
    .from(videos)
    .groupBy(videos.state);
}
