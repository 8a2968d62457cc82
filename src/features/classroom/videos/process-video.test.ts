import { readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { cutOff, damage, hasEncoder, rewrap, testFilm } from "../../../../test/support/films.ts";
import { boxesOf, fragmentOf } from "../../../../test/support/segments.ts";
import {
  peakOfWorkers,
  uploadFolder,
  uploadVideo,
  videoFile,
  videoOf,
} from "../../../../test/support/uploaded-videos.ts";
import { newId } from "../../../platform/ids.ts";
import { claimVideo } from "./claim-video.ts";
import { describeRefusal, workerBounds } from "./policy.ts";
import { openVideo } from "./probe-video.ts";
import { processVideos } from "./process-video.ts";
import { runVideoJob } from "./run-video-job.ts";
import { videos } from "./tables.ts";

const app = useTestApp();
const neverStops = new AbortController().signal;
let [folder, plain] = ["", ""];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "senga-films-"));
  // Two segments, also without its first second.
  if (hasEncoder) plain = await testFilm({ seconds: 6, rate: 12, keyFrameInterval: 12 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function process(path: string, mayEncode = true) {
  const id = await uploadVideo(app.current, path);
  await processVideos(app.current.context, neverStops, { mayEncode });
  return (await videoOf(app.current, id))!;
}

const fileOf = (id: string, name: string) => videoFile(app.current, id, name);

/** What players need: boxes that begin where the playlist says, times that add up, frames that decode alone. */
async function expectPlayable(id: string): Promise<void> {
  const video = (await videoOf(app.current, id))!;
  for (const { height, bytes, initBytes, segments, bandwidth, codecs } of video.renditions) {
    const file = (await fileOf(id, `${height}.mp4`))!;
    expect(file.length).toBe(bytes);
    const init = file.subarray(0, initBytes);
    expect(boxesOf(init).map(({ type }) => type)).toEqual(["ftyp", "moov"]);
    let [end, milliseconds] = [initBytes, 0];
    for (const [index, { offset, length, milliseconds: lasts }] of segments.entries()) {
      expect(offset).toBe(end);
      const segment = file.subarray(offset, offset + length);
      expect(boxesOf(segment).map(({ type }) => type)).toEqual(["styp", "sidx", "moof", "mdat"]);
      const fragment = fragmentOf(init, segment);
      expect(fragment.number).toBe(index + 1);
      expect(fragment.start).toBeCloseTo(milliseconds / 1000, 2);
      expect(fragment.length).toBeCloseTo(lasts / 1000, 1);
      if (index < segments.length - 1) expect(lasts).toBeGreaterThanOrEqual(2000);
      end += length;
      milliseconds += lasts;
    }
    expect(end).toBe(bytes);
    expect(Math.abs(milliseconds - video.milliseconds!)).toBeLessThan(0.02 * video.milliseconds!);
    expect(bandwidth).toBeGreaterThan(10_000);
    expect(codecs).toMatch(video.hasSound ? /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/ : /^avc1\.[0-9a-f]{6}$/);
  }
}

const isLinux = globalThis.process.platform === "linux";

test("a video whose original is here is claimed, though sixty older ones lie on another machine", async () => {
  const { context } = app.current;
  const here = await uploadVideo(app.current, import.meta.filename);
  const createdAt = new Date(app.current.clock.now().getTime() - 60_000);
  const { id: _, ...row } = (await context.db.select().from(videos).where(eq(videos.id, here)))[0]!;
  const elsewhere = Array.from({ length: 60 }, () => ({ ...row, id: newId(), createdAt }));
  await context.db.insert(videos).values(elsewhere);
  expect(await claimVideo(context)).toMatchObject({ id: here });
  expect(await claimVideo(context)).toBeUndefined();
  await rm(uploadFolder(app.current), { recursive: true });
});

describe.skipIf(!hasEncoder)("a video", () => {
  test("of H.264 and AAC is copied and ready without an encoder", async () => {
    const made = await process(plain, false);
    expect(made).toMatchObject({ state: "ready", width: 160, height: 90, hasSound: true, posterAt: null });
    expect(made.renditions.map(({ height }) => height)).toEqual([90]);
    expect(made.renditions[0]!.segments.map(({ milliseconds }) => milliseconds)).toEqual([4000, 2000]);
    expect(made.storedBytes).toBe(made.renditions[0]!.bytes);
    expect(made.milliseconds).toBeCloseTo(6000, -2);
    await expectPlayable(made.id);
    expect(await fileOf(made.id, "poster.webp")).toBeUndefined();
    expect(readdirSync(uploadFolder(app.current))).toEqual([]);
  });

  test("gets smaller renditions and a poster where there is one", async () => {
    const made = await process(await testFilm({ width: 1280, height: 720, seconds: 5 }));
    expect(made).toMatchObject({ state: "ready", posterAt: 500, progress: 0, claimedUntil: null });
    expect(made.renditions.map(({ width, height }) => [width, height])).toEqual([
      [854, 480],
      [1280, 720],
    ]);
    expect(made.storedBytes).toBe(made.renditions.reduce((sum, { bytes }) => sum + bytes, 0));
    await expectPlayable(made.id);
    expect(made.renditions[0]!.segments.map(({ milliseconds }) => milliseconds)).toEqual([4000, 1000]);
    const poster = await sharp(await fileOf(made.id, "poster.webp")).metadata();
    expect(poster).toMatchObject({ format: "webp", width: 1280, height: 720 });
    const thumbnail = await sharp(await fileOf(made.id, "thumbnail.webp")).metadata();
    expect(thumbnail).toMatchObject({ format: "webp", width: 208, height: 117 });
  });

  test("has the picture that was wished before it played, where one can be taken", async () => {
    for (const mayEncode of [true, false]) {
      const id = await uploadVideo(app.current, plain);
      const { context } = app.current;
      await context.db.update(videos).set({ posterAt: 3000 }).where(eq(videos.id, id));
      await processVideos(context, neverStops, { mayEncode });
      const made = await videoOf(app.current, id);
      expect(made).toMatchObject({ state: "ready", posterAt: mayEncode ? 3000 : null });
      expect((await fileOf(id, "poster.webp")) !== undefined).toBe(mayEncode);
    }
  });

  test("may have no sound", async () => {
    const made = await process(await testFilm({ hasSound: false }), false);
    expect(made).toMatchObject({ state: "ready", hasSound: false });
    await expectPlayable(made.id);
  });

  test("may come in another container", async () => {
    const copied = await process(await rewrap(plain, { container: ".mkv" }), false);
    expect(copied.state).toBe("ready");
    await expectPlayable(copied.id);
    const encoded = await process(await testFilm({ codec: "libvpx-vp9", seconds: 6, rate: 12 }));
    expect(encoded).toMatchObject({ state: "ready", hasSound: true });
    await expectPlayable(encoded.id);
  });

  test("that was held upright is turned", async () => {
    const flat = await testFilm();
    const upright = await rewrap(flat, { rotation: 90 });
    const made = await process(upright);
    expect(made).toMatchObject({ state: "ready", width: 90, height: 160 });
    expect(made.renditions.map(({ width, height }) => [width, height])).toEqual([[90, 160]]);
    await expectPlayable(made.id);
    const [before, after] = [await corner(flat, "lower"), await corner(await stored(made.id, 160), "upper")];
    // The lower left corner, a red of its own, comes to the upper left.
    expect(distance(before, after)).toBeLessThan(60);
    expect(distance(await corner(flat, "upper"), after)).toBeGreaterThan(90);

    const copied = await process(upright, false);
    expect(copied).toMatchObject({ state: "ready", width: 90, height: 160 });
    using input = openVideo(await stored(copied.id, 160));
    expect(await (await input.getPrimaryVideoTrack())!.getRotation()).toBe(90);
  });

  test("of odd size and full colors is made playable", async () => {
    const made = await process(await testFilm({ width: 161, height: 91, pixels: "yuv444p" }));
    expect(made).toMatchObject({ state: "ready", width: 161, height: 91 });
    expect(made.renditions.map(({ width, height }) => [width, height])).toEqual([[162, 92]]);
    await expectPlayable(made.id);
  });

  test("does not show what was trimmed away", async () => {
    const made = await process(await rewrap(plain, { trim: 0.5 }), false);
    expect(made.state).toBe("ready");
    // The first key frame after the cut is at a second.
    expect(made.milliseconds).toBeCloseTo(5000, -2);
    await expectPlayable(made.id);
  });

  test("of HEVC needs an encoder", async () => {
    const hevc = await testFilm({ codec: "libx265" });
    const refused = await process(hevc, false);
    expect(refused).toMatchObject({ state: "refused", refusal: "codec", storedBytes: 0 });
    const made = await process(hevc);
    expect(made.state).toBe("ready");
    await expectPlayable(made.id);
  });
});

async function stored(id: string, height: number): Promise<string> {
  const path = join(folder, `${newId()}.mp4`);
  writeFileSync(path, (await fileOf(id, `${height}.mp4`))!);
  return path;
}

/** Mean color of a corner after a second. */
async function corner(path: string, side: "upper" | "lower"): Promise<number[]> {
  const frame = await runVideoJob<"frame">({ kind: "frame", path, seconds: 1 });
  const { height } = await sharp(frame!).metadata();
  const top = side === "upper" ? 4 : height - 16;
  // Statistics are of the input, whatever is extracted.
  const part = await sharp(frame!).extract({ left: 4, top, width: 12, height: 12 }).png().toBuffer();
  return (await sharp(part).stats()).channels.map(({ mean }) => mean);
}

const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.hypot(...one.map((value, index) => value - other[index]!));

function written(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const broken = async (codec: "libx264" | "libx265"): Promise<string> =>
  damage(await testFilm({ codec, seconds: 6 }), 0.4, 0.7);

const evil: Record<string, { make: () => string | Promise<string>; refusal: string; brokenAt?: number }> = {
  "an empty file": { make: () => written("empty", ""), refusal: "empty" },
  noise: {
    make: () =>
      written(
        "noise",
        Uint8Array.from({ length: 100_000 }, (_, at) => (at * 97 + (at >> 7)) % 256),
      ),
    refusal: "not-a-video",
  },
  "a playlist that names a file": {
    make: () =>
      written(
        "playlist",
        "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
      ),
    refusal: "not-a-video",
  },
  "a script of ffconcat": {
    make: () => written("ffconcat", "ffconcat version 1.0\nfile /etc/passwd\n"),
    refusal: "not-a-video",
  },
  "a beginning alone": { make: () => cutOff(plain, 0.3), refusal: "damaged" },
  "a sound alone": { make: () => written("wave", wave()), refusal: "empty" },
  "an end that was cut off": {
    make: async () => cutOff(await rewrap(plain, { container: ".mkv" }), 0.5),
    refusal: "damaged",
    brokenAt: 3,
  },
  "a broken middle": { make: () => broken("libx264"), refusal: "damaged", brokenAt: 2 },
  "a broken middle of another codec": { make: () => broken("libx265"), refusal: "damaged", brokenAt: 2 },
};

function wave(): Buffer {
  const header = Buffer.from(
    "52494646247d000057415645666d7420100000000100010080bb0000007701000200100064617461007d0000",
    "hex",
  );
  return Buffer.concat([header, Buffer.alloc(32_000)]);
}

describe.skipIf(!hasEncoder || !isLinux)("what is no good video is refused, in little memory:", () => {
  test.each(Object.entries(evil))("%s", async (_, { make, refusal, brokenAt }) => {
    const path = await make();
    let refused: Awaited<ReturnType<typeof process>> | undefined;
    const peak = await peakOfWorkers(async () => (refused = await process(path)));
    expect(refused).toMatchObject({ state: "refused", refusal, storedBytes: 0, claimedUntil: null });
    if (brokenAt !== undefined) {
      expect(Math.abs(refused!.brokenAt! - brokenAt)).toBeLessThanOrEqual(1);
      expect(describeRefusal(refused!.refusal!, refused!.brokenAt)).toContain(`0:0${refused!.brokenAt}`);
    }
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(workerBounds.memoryBytes);
    expect(refused!.renditions).toEqual([]);
    expect(await fileOf(refused!.id, "90.mp4")).toBeUndefined();
    expect(readdirSync(uploadFolder(app.current))).toEqual([]);
  });
});
