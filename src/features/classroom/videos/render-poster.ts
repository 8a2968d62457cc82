import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { and, asc, eq, inArray } from "drizzle-orm";
import pLimit from "p-limit";
import type { AppContext } from "../../../context.ts";
import { loadSharp } from "../../../platform/load-sharp.ts";
import { Problem, problems as generalProblems } from "../../../platform/errors.ts";
import { ChildNotStarted } from "../../../platform/start-child.ts";
import { videoChanged } from "./events.ts";
import { posterShare, posterWidth, problems, thumbnailWidth } from "./policy.ts";
import { VideoJobFailed, runVideoJob } from "./run-video-job.ts";
import { type Segment, videoRenditions, videos } from "./tables.ts";
import { hasEncoder } from "./encoder.ts";

type Context = Pick<AppContext, "db" | "emit" | "storage">;

const isPlayable = (id: string) => and(eq(videos.id, id), inArray(videos.state, ["playable", "ready"]));

interface PosterOptions {
  /** Milliseconds; otherwise the frame of the previous poster, or a tenth into the video. */
  readonly posterAt?: number | undefined;
  readonly signal?: AbortSignal;
}

/** With its thumbnail, from stored renditions, because the original may be gone. Returns false without an encoder. */
export async function renderPoster(
  context: Context,
  id: string,
  { posterAt: wanted, signal }: PosterOptions = {},
): Promise<boolean> {
  const { db, storage } = context;
  const [video] = await db.select().from(videos).where(isPlayable(id));
  const renditions = await db
    .select()
    .from(videoRenditions)
    .where(eq(videoRenditions.videoId, id))
    .orderBy(asc(videoRenditions.height));
  const source = renditions.find(({ width }) => width >= posterWidth) ?? renditions.at(-1);
  if (!video || !source) return false;

  const posterAt = wanted ?? video.posterAt ?? Math.round((video.milliseconds ?? 0) * posterShare);
  const { offset, length } = segmentAt(source.segments, posterAt);
  const folder = await mkdtemp(join(tmpdir(), "senga-poster-"));
  try {
    const path = join(folder, "segment.mp4");
    const name = `videos/${id}/${source.height}.mp4`;
    await copyBytes(storage, name, { from: 0, to: source.initBytes - 1 }, path);
    await copyBytes(storage, name, { from: offset, to: offset + length - 1 }, path);
    const frame = await runVideoJob<"frame">(
      { kind: "frame", path, seconds: posterAt / 1000 },
      signal && { signal },
    );
    if (!frame) return false;
    const sharp = await loadSharp();
    const small = await sharp(frame).resize({ width: thumbnailWidth }).webp().toBuffer();
    await storage.write(`videos/${id}/thumbnail.webp`, small);
    await storage.write(`videos/${id}/poster.webp`, await sharp(frame).webp({ quality: 80 }).toBuffer());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const isKept = await db.transaction(async (tx) => {
    const kept = await tx.update(videos).set({ posterAt }).where(isPlayable(id)).returning({ id: videos.id });
    if (kept.length > 0) await context.emit(tx, videoChanged, { videoId: id });
    return kept.length > 0;
  });
  // A concurrent removal would leave this file orphaned.
  if (!isKept) await storage.removeFolder(`videos/${id}`);
  return isKept;
}

function segmentAt(segments: readonly Segment[], milliseconds: number): Segment {
  let end = 0;
  const found = segments.find((segment) => (end += segment.milliseconds) > milliseconds) ?? segments.at(-1);
  if (!found) throw new Error("a rendition without segments");
  return found;
}

async function copyBytes(
  storage: Context["storage"],
  name: string,
  range: { from: number; to: number },
  path: string,
): Promise<void> {
  const found = await storage.read(name, range);
  if (!found) throw new Error(`${name} is missing`);
  await pipeline(found.stream, createWriteStream(path, { flags: "a" }));
}

const oneAtATime = pLimit(1);

/** `posterAt` in milliseconds. Throws video-not-playable, video-without-picture, overloaded. */
export async function requestPoster(
  context: Pick<AppContext, "db" | "emit" | "storage">,
  id: string,
  posterAt: number,
): Promise<void> {
  await oneAtATime(async () => {
    if ((await context.db.$count(videos, isPlayable(id))) === 0)
      throw new Problem(problems["video-not-playable"]);
    const isMade = await renderPoster(context, id, { posterAt }).catch((error: unknown) => {
      if (error instanceof VideoJobFailed) return false;
      if (error instanceof ChildNotStarted) throw new Problem(generalProblems.overloaded);
      throw error;
    });
    if (!isMade) throw new Problem(problems["video-without-picture"], hasEncoder() ? undefined : noEncoder);
  });
}

const noEncoder = "This school's server can't make thumbnails from videos. Ask an admin about its encoder.";
