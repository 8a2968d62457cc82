import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { useTestApp } from "../../../test/support/app.ts";
import { useBucket } from "../../../test/support/bucket.ts";
import { hasEncoder, makeFilm } from "../../../test/support/films.ts";
import { uploadVideo, videoFile, videoOf } from "../../../test/support/uploaded-videos.ts";
import { UpstreamError } from "../../platform/errors.ts";
import { processVideos } from "./process-video.ts";

vi.mock("./policy.ts", async (load) => ({
  ...(await load<object>()),
  pauseSeconds: 0.01,
  storeTries: 10_000,
}));

const bucket = useBucket();
const app = useTestApp(() => bucket.env());
let films = "";

beforeAll(async () => {
  films = await mkdtemp(join(tmpdir(), "senga-films-"));
});
afterAll(() => rm(films, { recursive: true, force: true }));

test.skipIf(!hasEncoder)(
  "a rendition that cannot be stored is stored later, by the same attempt",
  async () => {
    await makeFilm(join(films, "film.mp4"));
    const id = await uploadVideo(app.current, join(films, "film.mp4"));
    const { context } = app.current;
    const writes: Promise<void>[] = [];
    const writeFrom: typeof context.storage.writeFrom = (name, stream, length) => {
      const written = context.storage.writeFrom(name, stream, length);
      writes.push(written);
      return written;
    };
    const storage = { ...context.storage, writeFrom };
    await bucket.stop();
    const work = processVideos({ ...context, storage }, new AbortController().signal, false);
    await expect.poll(() => writes.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(1);
    await expect(writes[0]).rejects.toBeInstanceOf(UpstreamError);
    expect(await videoOf(app.current, id)).toMatchObject({ state: "uploaded", renditions: [] });
    await bucket.start();
    await work;
    const made = await videoOf(app.current, id);
    expect(made).toMatchObject({ state: "ready", attempts: 1 });
    expect(await videoFile(app.current, id, "180.mp4")).toHaveLength(made!.renditions[0]!.bytes);
  },
);
