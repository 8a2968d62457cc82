import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { videoRenditions, videos } from "../../src/features/classroom/videos/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import { makePerson } from "./people.ts";

export const uploadFolder = ({ context }: TestApp): string => join(context.settings.dataDir, "uploads");

/** The state after a finished upload. */
export async function uploadVideo(app: TestApp, path: string): Promise<string> {
  const { db, clock } = app.context;
  const owner = await makePerson(app, "instructor");
  const id = newId();
  mkdirSync(uploadFolder(app), { recursive: true });
  await copyFile(path, join(uploadFolder(app), id));
  writeFileSync(join(uploadFolder(app), `${id}.json`), "{}");
  await db.insert(videos).values({
    id,
    ownerId: owner.id,
    fileName: "film.mp4",
    bytes: statSync(path).size,
    state: "uploaded",
    createdAt: clock.now(),
    changedAt: clock.now(),
  });
  return id;
}

export async function videoOf({ context }: TestApp, id: string) {
  const [video] = await context.db.select().from(videos).where(eq(videos.id, id));
  const rows = await context.db.select().from(videoRenditions).where(eq(videoRenditions.videoId, id));
  return video && { ...video, renditions: rows.toSorted((one, other) => one.height - other.height) };
}

export async function videoFile({ context }: TestApp, id: string, name: string): Promise<Buffer | undefined> {
  const found = await context.storage.read(`videos/${id}/${name}`);
  return found && buffer(found.stream);
}

/** Process ids of the workers of `parent`. Linux only. */
export const videoWorkers = (parent: number = process.pid): number[] =>
  readProcess(parent, `task/${parent}/children`)
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .filter((pid) => /video-worker\.[jt]s/.test(readProcess(pid, "cmdline")));

/** Peak resident memory of the workers that run during `work`, in bytes. Linux only. */
export async function peakOfWorkers(work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = setInterval(() => {
    for (const pid of videoWorkers()) {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(readProcess(pid, "status"))?.[1] ?? 0;
      peak = Math.max(peak, Number(kilobytes) * 1024);
    }
  }, 20);
  await work();
  clearInterval(look);
  return peak;
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
