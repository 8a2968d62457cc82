import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { languageName } from "./captions.ts";
import { describeRefusal } from "./policy.ts";
import { videoCaptions, videos } from "./tables.ts";

type VideoRow = typeof videos.$inferSelect;

/** The id of a video with a poster. */
export const posterOf = sql<
  string | null
>`case when ${videos.state} <> 'uploaded' and ${videos.posterAt} is not null then ${videos.id} end`;

/** Seconds. */
export const posterAt = sql<number | null>`${videos.posterAt} / 1000::float8`;

export async function describeVideo(db: Database, id: string) {
  const { row, captions } = await readVideo(db, id);
  return asVideo(row, captions);
}

export async function describeVideoInWork(db: Database, id: string) {
  const { row, captions } = await readVideo(db, id);
  return {
    ...asVideo(row, captions),
    fileName: row.fileName,
    bytes: row.bytes,
    refusal: row.refusal,
    refusalText: row.refusal && describeRefusal(row.refusal, row.brokenAt),
    progress: row.progress,
    hasNoSpeech: row.hasNoSpeech,
  };
}

async function readVideo(db: Database, id: string) {
  const [row] = await db.select().from(videos).where(eq(videos.id, id));
  if (!row) throw new Error(`there is no video ${id}`);
  const captions = await db
    .select({ language: videoCaptions.language })
    .from(videoCaptions)
    .where(eq(videoCaptions.videoId, id))
    .orderBy(asc(videoCaptions.language));
  return { row, captions };
}

const asVideo = (row: VideoRow, captions: readonly { language: string }[]) => ({
  _id: row.id,
  state: row.state,
  seconds: row.milliseconds === null ? null : row.milliseconds / 1000,
  width: row.width,
  height: row.height,
  hasSound: row.hasSound ?? false,
  hasPoster: row.state !== "uploaded" && row.posterAt !== null,
  posterAt: row.posterAt === null ? null : row.posterAt / 1000,
  captions: captions.map(({ language }) => ({ language, label: languageName(language) })),
  lacksCaptions: row.hasSound === true && !row.hasNoSpeech && captions.length === 0,
});
