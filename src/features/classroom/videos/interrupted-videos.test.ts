import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import fileSystem from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { eq, ne, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { holdMarksBeside, isPostgres } from "../../../../test/support/database.ts";
import { damage, hasEncoder, testFilm } from "../../../../test/support/films.ts";
import {
  uploadFolder,
  uploadVideo,
  videoFile,
  videoOf,
  videoWorkers,
} from "../../../../test/support/uploaded-videos.ts";
import { Problem } from "../../../platform/errors.ts";
import {
  type VideoRefused,
  leaseSeconds,
  lostSeconds,
  pauseSeconds,
  pauseShare,
  unusedSeconds,
} from "./policy.ts";
import { processVideos } from "./process-video.ts";
import { collectVideos, removeStrayFiles } from "./video-files.ts";
import { requestPoster } from "./render-poster.ts";
import { VideoJobFailed, runVideoJob } from "./run-video-job.ts";
import { videoRenditions, videos } from "./tables.ts";

const bucket = useBucket();
const app = useTestApp();
const remote = useTestApp(() => bucket.env());
const patient = { timeout: 60_000, interval: 10 };
const never = new AbortController().signal;
let [short, tall, long] = ["", "", ""];
const of = (id: string) => videoOf(app.current, id);
const encodings = () => join(app.current.context.settings.dataDir, "encoding");
const isLinux = process.platform === "linux";

beforeAll(async () => {
  if (!hasEncoder) return;
  short = await testFilm();
  // Tall enough for a smaller rendition.
  tall = await testFilm({ height: 482 });
  long = await testFilm({ width: 482, height: 482, seconds: 12 });
}, 180_000);

/** Stops the worker that makes the second rendition, so that it stays in work. */
async function untilEncoding(id: string): Promise<number> {
  const isBegun = () => existsSync(join(encodings(), id, "1", "480.mp4.part"));
  await expect.poll(async () => (await of(id))?.state, patient).toBe("playable");
  await expect.poll(isBegun, patient).toBe(true);
  const [worker] = videoWorkers();
  process.kill(worker!, "SIGSTOP");
  return worker!;
}

const killWorkers = () =>
  setInterval(() => videoWorkers().forEach((pid) => process.kill(pid, "SIGKILL")), 20);

describe.skipIf(!hasEncoder || !isLinux)("an interrupted video", () => {
  test("goes on when its worker is killed, and is not made twice", async () => {
    const id = await uploadVideo(app.current, long);
    const work = processVideos(app.current.context, never);
    process.kill(await untilEncoding(id), "SIGKILL");
    await work;
    const made = await of(id);
    expect(made).toMatchObject({ state: "ready", attempts: 1 });
    expect(made?.renditions.map(({ height }) => height)).toEqual([480, 482]);
  });

  test("keeps what plays when its worker is killed again and again", async () => {
    const id = await uploadVideo(app.current, long);
    const work = processVideos(app.current.context, never);
    await untilEncoding(id);
    const killing = killWorkers();
    await work;
    clearInterval(killing);
    const made = await of(id);
    expect(made).toMatchObject({ state: "ready", refusal: null });
    expect(made?.renditions.map(({ height }) => height)).toEqual([482]);
  });

  test("that no lesson uses anymore gives way to one that a lesson waits for", async () => {
    const wrong = await uploadVideo(app.current, long);
    // In the order of their creation.
    app.current.clock.advance(1);
    const elsewhere = await uploadVideo(app.current, short);
    for (const end of ["", ".json"]) rmSync(join(uploadFolder(app.current), `${elsewhere}${end}`));
    const isInUse = ne(videos.id, wrong);
    const work = processVideos(app.current.context, never, { isInUse });
    const worker = await untilEncoding(wrong);
    const right = await uploadVideo(app.current, short);
    await expect.poll(async () => (await of(right))?.state, patient).toBe("ready");
    expect(await of(wrong)).toMatchObject({ state: "playable" });
    expect(videoWorkers()).not.toContain(worker);
    await work;
    expect(await of(wrong)).toMatchObject({ state: "ready", attempts: 1 });
  });

  test("that never gets anywhere is refused", async () => {
    const id = await uploadVideo(app.current, short);
    const killing = killWorkers();
    await processVideos(app.current.context, never);
    clearInterval(killing);
    expect(await of(id)).toMatchObject({ state: "refused", refusal: "encoder-crashed", renditions: [] });
    expect(readdirSync(uploadFolder(app.current))).toEqual([]);
  });

  test("waits while the disk is full, though it stops every worker", async () => {
    const { context, clock } = app.current;
    const id = await uploadVideo(app.current, short);
    const full = Object.assign(await fileSystem.statfs(context.settings.dataDir), { bavail: 0 });
    const statfs = vi.spyOn(fileSystem, "statfs").mockResolvedValue(full);
    syncBuiltinESMExports();
    const killing = killWorkers();
    await processVideos(context, never);
    clearInterval(killing);
    statfs.mockRestore();
    syncBuiltinESMExports();
    const claimedUntil = new Date(clock.now().getTime() + pauseSeconds * 1000);
    expect(await of(id)).toMatchObject({ state: "uploaded", attempts: 0, claimedUntil });
    clock.advance(pauseSeconds + 1);
    await processVideos(context, never);
    expect(await of(id)).toMatchObject({ state: "ready", refusal: null });
  });

  test("waits longer after a failure that cost more work, and can be deleted meanwhile", async () => {
    const { context, clock } = app.current;
    const id = await uploadVideo(app.current, short);
    const workSeconds = 600;
    const writeFrom: typeof context.storage.writeFrom = async (_name, stream) => {
      stream.destroy();
      clock.advance(workSeconds);
      throw new Error("no space left on device");
    };
    const failing = { ...context, storage: { ...context.storage, writeFrom } };
    expect(await processVideos(failing, never)).toBe(1);
    const claimedUntil = new Date(clock.now().getTime() + pauseShare * workSeconds * 1000);
    expect(await of(id)).toMatchObject({ state: "uploaded", attempts: 0, claimedUntil });
    clock.advance(pauseShare * workSeconds - 1);
    expect(await processVideos(failing, never)).toBe(0);
    clock.advance(1);
    expect(await processVideos(failing, never)).toBe(1);
    await context.db.update(videos).set({ state: "deleting" }).where(eq(videos.id, id));
    expect(await collectVideos(context, sql`false`)).toBe(1);
    expect(readdirSync(uploadFolder(app.current))).toEqual([]);
  });

  test("waits for the next start when the server stops, at once and uncounted", async () => {
    const id = await uploadVideo(app.current, long);
    const stopping = new AbortController();
    const work = processVideos(app.current.context, stopping.signal);
    const worker = await untilEncoding(id);
    const before = await videoFile(app.current, id, "482.mp4");
    stopping.abort();
    await work;
    await expect.poll(() => existsSync(`/proc/${worker}/cwd`), patient).toBe(false);
    expect(await of(id)).toMatchObject({ state: "playable", claimedUntil: null, attempts: 0, progress: 0 });
    expect(readdirSync(encodings())).toEqual([]);

    await processVideos(app.current.context, never);
    const made = await of(id);
    expect(made).toMatchObject({ state: "ready" });
    expect(made?.renditions.map(({ height }) => height)).toEqual([480, 482]);
    // Muxed again, it would bear another time.
    expect(before?.equals((await videoFile(app.current, id, "482.mp4"))!)).toBe(true);
  });

  test("is taken over when its process is lost, not before its lease ends", async () => {
    const { context, clock } = app.current;
    const id = await uploadVideo(app.current, short);
    const claimedUntil = new Date(clock.now().getTime() + leaseSeconds * 1000);
    await context.db.update(videos).set({ claimedUntil, attempts: 1 }).where(eq(videos.id, id));
    expect(await processVideos(context, never, { mayEncode: false })).toBe(0);
    clock.advance(leaseSeconds + 1);
    expect(await processVideos(context, never, { mayEncode: false })).toBe(1);
    expect(await of(id)).toMatchObject({ state: "ready", attempts: 2 });
  });

  test("waits when its original goes away, as on shared storage", async () => {
    const id = await uploadVideo(app.current, long);
    const original = join(uploadFolder(app.current), id);
    const { context, clock } = app.current;
    const work = processVideos(context, never);
    const worker = await untilEncoding(id);
    for (const end of ["", ".json"]) rmSync(original + end);
    process.kill(worker, "SIGKILL");
    await work;
    const claimedUntil = new Date(clock.now().getTime() + pauseSeconds * 1000);
    expect(await of(id)).toMatchObject({ state: "playable", attempts: 0, claimedUntil });
    clock.advance(pauseSeconds + 1);
    expect(await processVideos(context, never)).toBe(0);
  });

  test("is cleaned up when the process was lost at the very end", async () => {
    const { context, clock } = app.current;
    const id = await uploadVideo(app.current, short);
    const ended = { state: "refused", refusal: "damaged", claimedUntil: clock.now() } as const;
    await context.storage.write(`videos/${id}/90.mp4`, Buffer.from("half"));
    await context.db.update(videos).set(ended).where(eq(videos.id, id));
    await processVideos(context, never, { mayEncode: false });
    expect(await of(id)).toMatchObject({ state: "refused", claimedUntil: null });
    expect(await videoFile(app.current, id, "90.mp4")).toBeUndefined();
    expect(readdirSync(uploadFolder(app.current))).toEqual([]);
  });

  test("ends when it is deleted meanwhile, and nothing of it stays", async () => {
    const { context } = app.current;
    const id = await uploadVideo(app.current, long);
    const work = processVideos(context, never);
    await untilEncoding(id);
    await context.db.update(videos).set({ state: "deleting" }).where(eq(videos.id, id));
    await work;
    expect(await of(id)).toMatchObject({ state: "deleting", claimedUntil: null });
    expect(await collectVideos(context, sql`false`)).toBe(1);
    expect(await of(id)).toBeUndefined();
    expect(await videoFile(app.current, id, "482.mp4")).toBeUndefined();
    expect(readdirSync(uploadFolder(app.current))).toEqual([]);
  });

  test("leaves no file when it is removed while a rendition is stored", async () => {
    const { context, clock } = app.current;
    const id = await uploadVideo(app.current, short);
    const writeFrom: typeof context.storage.writeFrom = async (...file) => {
      await context.db.update(videos).set({ state: "deleting" }).where(eq(videos.id, id));
      clock.advance(leaseSeconds + 1);
      expect(await collectVideos(context, sql`false`)).toBe(1);
      await context.storage.writeFrom(...file);
    };
    await processVideos({ ...context, storage: { ...context.storage, writeFrom } }, never, {
      mayEncode: false,
    });
    expect(await of(id)).toBeUndefined();
    expect(await videoFile(app.current, id, "90.mp4")).toBeUndefined();
  });

  test("a broken end that shows late takes back what played", async () => {
    const { context } = app.current;
    const id = await uploadVideo(app.current, await damage(long, 0.6, 0.9));
    let showPoster = (): void => {};
    const hasPlayed = new Promise<void>((done) => (showPoster = done));
    // The poster is taken from what is stored.
    const read: typeof context.storage.read = (...file) =>
      hasPlayed.then(() => context.storage.read(...file));
    const work = processVideos({ ...context, storage: { ...context.storage, read } }, never);
    await expect.poll(async () => (await of(id))?.state, patient).toBe("playable");
    expect(await videoFile(app.current, id, "482.mp4")).toBeDefined();
    showPoster();
    await work;
    expect(await of(id)).toMatchObject({
      state: "refused",
      refusal: "damaged",
      storedBytes: 0,
      renditions: [],
    });
    expect(await videoFile(app.current, id, "482.mp4")).toBeUndefined();
  });
});

describe("a video without its original", () => {
  const lose = async (): Promise<string> => {
    const id = await uploadVideo(app.current, import.meta.filename);
    for (const end of ["", ".json"]) rmSync(join(uploadFolder(app.current), id + end));
    expect(await processVideos(app.current.context, never)).toBe(0);
    app.current.clock.advance(lostSeconds + 1);
    return id;
  };

  test("is refused after a day", async () => {
    const id = await lose();
    expect(await processVideos(app.current.context, never)).toBe(1);
    expect(await of(id)).toMatchObject({ state: "refused", refusal: "encoder-crashed" });
  });

  test.runIf(isPostgres)("is left to a process that has other uploads", async () => {
    const id = await lose();
    const { context } = app.current;
    const endOther = await holdMarksBeside(context.database, { secret: 1, uploads: 2, pictures: 3 });
    expect(await processVideos(context, never)).toBe(0);
    expect(await of(id)).toMatchObject({ state: "uploaded", attempts: 0, claimedUntil: null });
    await endOther();
    await expect.poll(() => processVideos(context, never)).toBe(1);
  });
});

test("files that a killed process left are removed after a week, those in use and unknown ones never", async () => {
  const { clock, context } = app.current;
  const { db, settings } = context;
  const [used = "", stray = "", made = ""] = await Promise.all(
    [1, 2, 3].map(() => uploadVideo(app.current, import.meta.filename)),
  );
  await db.delete(videos).where(eq(videos.id, stray));
  await db.update(videos).set({ state: "ready" }).where(eq(videos.id, made));
  for (const id of [used, stray, made])
    mkdirSync(join(settings.dataDir, "encoding", id, "1"), { recursive: true });
  const unknown = join(uploadFolder(app.current), "notes.txt");
  writeFileSync(unknown, "from the operator");
  const uploaded = (id: string) => existsSync(join(uploadFolder(app.current), id));
  const encoding = (id: string) => existsSync(join(settings.dataDir, "encoding", id));

  await removeStrayFiles(context);
  expect([uploaded(stray), encoding(stray)]).toEqual([true, true]);
  clock.advance(unusedSeconds + 60);
  await removeStrayFiles({ ...context, settings: { ...settings, keepsOriginals: true } });
  expect([uploaded(stray), encoding(stray)]).toEqual([true, false]);
  await removeStrayFiles(context);
  expect([used, stray, `${stray}.json`, made].map(uploaded)).toEqual([true, false, false, true]);
  expect([used, made].map(encoding)).toEqual([true, false]);
  expect(existsSync(unknown)).toBe(true);
  rmSync(unknown);
});

describe.skipIf(!hasEncoder)("a worker", () => {
  test("ends at its bounds of time and memory", async () => {
    const path = long;
    const { facts } = await runVideoJob<"probe">({ kind: "probe", path });
    // Takes many times the bounds below, and many looks at them, on any machine.
    const target = join(app.current.context.settings.dataDir, "bounded.mp4");
    const job = { kind: "encode", path, target, facts, height: 480 } as const;
    const plenty = { seconds: 1000, bytes: 1024 ** 4 };
    for (const bound of [{ seconds: 0.01 }, { bytes: 1024 ** 2 }]) {
      const bounds = { ...plenty, ...bound };
      const refused = { refusal: "too-much-work" } satisfies Partial<VideoRefused>;
      await expect(runVideoJob<"encode">(job, { bounds })).rejects.toMatchObject(refused);
    }
  });

  test("that cannot be started is neither waited for nor held against the video", async () => {
    const { execPath } = process;
    const id = await uploadVideo(app.current, short);
    process.execPath = "/nope";
    try {
      await processVideos(app.current.context, never);
    } finally {
      process.execPath = execPath;
    }
    expect(await of(id)).toMatchObject({ state: "uploaded", attempts: 0, refusal: null });
    app.current.clock.advance(pauseSeconds + 1);
    await processVideos(app.current.context, never);
    expect(await of(id)).toMatchObject({ state: "ready" });
  });

  test("says so when its file is not there", async () => {
    const asked = runVideoJob<"probe">({ kind: "probe", path: join(uploadFolder(app.current), "missing") });
    await expect(asked).rejects.toBeInstanceOf(VideoJobFailed);
  });
});

describe.skipIf(!hasEncoder)("a stored video", () => {
  test("lies in a bucket as in a folder, and its poster is chosen again from there", async () => {
    const { context } = remote.current;
    const id = await uploadVideo(remote.current, tall);
    await processVideos(context, never);
    const made = await videoOf(remote.current, id);
    expect(made).toMatchObject({ state: "ready", posterAt: 200 });
    for (const { height, bytes } of made!.renditions)
      expect(await videoFile(remote.current, id, `${height}.mp4`)).toHaveLength(bytes);
    const before = await videoFile(remote.current, id, "poster.webp");
    await requestPoster(context, id, 1500);
    expect((await videoOf(remote.current, id))?.posterAt).toBe(1500);
    expect((await videoFile(remote.current, id, "poster.webp"))!.equals(before!)).toBe(false);
    // Beyond the end is the last frame.
    await requestPoster(context, id, 60_000);
  });

  test("has no poster before it plays", async () => {
    const id = await uploadVideo(app.current, short);
    const asked = requestPoster(app.current.context, id, 1000);
    await expect(asked).rejects.toBeInstanceOf(Problem);
    await expect(asked).rejects.toMatchObject({ type: { code: "video-not-playable" } });
  });

  test("is removed a week after nothing used it, files first", async () => {
    const { context, clock } = app.current;
    const id = await uploadVideo(app.current, short);
    await processVideos(context, never, { mayEncode: false });
    const collect = (isUnused: boolean) => collectVideos(context, isUnused ? sql`true` : sql`false`);
    clock.advance(unusedSeconds - 60);
    expect(await collect(true)).toBe(0);
    clock.advance(120);
    expect(await collect(false)).toBe(0);
    expect(await collect(true)).toBe(1);
    expect(await of(id)).toBeUndefined();
    expect(await context.db.$count(videoRenditions)).toBe(0);
    expect(existsSync(join(context.settings.dataDir, "pictures", "videos", id))).toBe(false);
  });

  test("stays in the database while its store is down", async () => {
    const { context } = remote.current;
    const id = await uploadVideo(remote.current, short);
    await processVideos(context, never, { mayEncode: false });
    await context.db.update(videos).set({ state: "deleting" }).where(eq(videos.id, id));
    await bucket.stop();
    expect(await collectVideos(context, sql`false`)).toBe(0);
    await bucket.start();
    expect(await collectVideos(context, sql`false`)).toBe(1);
    expect(await videoFile(remote.current, id, "90.mp4")).toBeUndefined();
  });

  test("keeps its original where a setting says so", async () => {
    const { context } = app.current;
    const id = await uploadVideo(app.current, short);
    await processVideos({ ...context, settings: { ...context.settings, keepsOriginals: true } }, never, {
      mayEncode: false,
    });
    expect(statSync(join(uploadFolder(app.current), id)).size).toBe(statSync(short).size);
  });
});
