/** `npm run bench -- video`: how long a film of a minute takes until it plays, and what that costs. */
import { copyFile, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { originalOf } from "../src/features/classroom/videos/video-files.ts";
import { workerBounds } from "../src/features/classroom/videos/policy.ts";
import { processVideos } from "../src/features/classroom/videos/process-video.ts";
import { videoRenditions, videos } from "../src/features/classroom/videos/tables.ts";
import { newId } from "../src/platform/ids.ts";
import type { AppContext } from "../src/context.ts";
import { makeFilm } from "../test/support/films.ts";
import { say, sayLoad } from "./parts/figures.ts";
import { childrenOf, memoryOf, processorTimeOf, watch } from "./parts/processes.ts";
import { type Row, atMost, sayTable } from "./parts/rows.ts";
import { addPeople, fill } from "./parts/school.ts";
import { withFolder } from "./parts/site.ts";

/** Seconds. */
const length = Number(process.env["SECONDS"] ?? 60);

export const rows: Row[] = [];

function addRow(what: string, figure: number, goal: number, unit: string): void {
  rows.push({
    what,
    measured: `${figure.toFixed(1)} ${unit}`,
    ...(unit === "s" && { beside: `its length: ${length} s`, ratio: (figure / length).toFixed(2) }),
    goal: atMost(figure, goal, unit),
  });
}

/** As a finished upload leaves it. */
async function addFilm(context: AppContext, path: string): Promise<string> {
  const { clock, db, settings } = context;
  const [ownerId = ""] = await addPeople(context, "instructor", 1);
  const id = newId();
  const original = originalOf(settings, id);
  await mkdir(dirname(original), { recursive: true });
  await copyFile(path, original);
  const now = clock.now();
  await db.insert(videos).values({
    id,
    ownerId,
    fileName: "film.mp4",
    bytes: (await stat(path)).size,
    state: "uploaded",
    createdAt: now,
    changedAt: now,
  });
  return id;
}

/** This process stands for the server: the workers are its children. */
async function measure(context: AppContext, path: string, mayEncode: boolean): Promise<void> {
  const { db } = context;
  const id = await addFilm(context, path);
  const { pid } = process;
  let [peak, playable] = [0, 0];
  const stopMemory = watch(() => {
    peak = Math.max(peak, ...childrenOf(pid).map((child) => memoryOf(child, "VmHWM")));
  });
  const [begun, spent] = [performance.now(), processorTimeOf(pid, "ended children")];
  const secondsSince = (): number => (performance.now() - begun) / 1000;
  const look = async (): Promise<void> => {
    const stored = await db.$count(videoRenditions, eq(videoRenditions.videoId, id));
    if (stored > 0) playable ||= secondsSince();
  };
  const stopState = watch(() => void look());
  await processVideos(context, new AbortController().signal, { mayEncode });
  const ready = secondsSince();
  stopState();
  stopMemory();
  const processor = (processorTimeOf(pid, "ended children") - spent) / 1000;

  const [video] = await db.select().from(videos).where(eq(videos.id, id));
  const renditions = await db.select().from(videoRenditions).where(eq(videoRenditions.videoId, id));
  const heights = renditions.map(({ height }) => height).toSorted((one, other) => one - other);
  say(
    `\n${mayEncode ? "With" : "Without"} the encoder: ${video?.state} ${video?.refusal ?? ""} (${heights.join(", ")})`,
  );
  const how = mayEncode ? "with the encoder" : "as it came";
  addRow(`a film plays, ${how}`, playable || ready, length, "s");
  addRow(`a film is ready, ${how}`, ready, 4 * length, "s");
  addRow(`a film's worker, ${how}`, peak, workerBounds.memoryBytes / 1024 ** 2, "MB");
  say(`       ${processor.toFixed(1)} s of the processor`);
}

await withFolder(async (settings) => {
  const path = join(settings.DATA_DIR, "film.mp4");
  await makeFilm(path, {
    seconds: length,
    width: 1920,
    height: 1080,
    rate: 30,
    grain: 8,
    bitrate: 7_000_000,
  });
  const { size } = await stat(path);
  const megabits = (size * 8) / 1e6 / length;
  say(`${length} s of 1080p at 30 frames a second, H.264 and AAC, ${megabits.toFixed(1)} Mbit/s`);
  sayLoad();
  await fill(settings, async (context) => {
    await measure(context, path, true);
    await measure(context, path, false);
  });
  sayLoad();
});
sayTable(rows);
