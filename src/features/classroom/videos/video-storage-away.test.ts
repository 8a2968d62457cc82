import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { hasEncoder, testFilm } from "../../../../test/support/films.ts";
import { uploadVideo, videoFile, videoOf } from "../../../../test/support/uploaded-videos.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { storeRetry } from "./policy.ts";
import { processVideos } from "./process-video.ts";

const usual = { ...storeRetry };
beforeAll(() => void Object.assign(storeRetry, { tries: 10_000, pauseSeconds: 0.01 }));
afterAll(() => void Object.assign(storeRetry, usual));

const bucket = useBucket();
const app = useTestApp(() => bucket.env());

test.skipIf(!hasEncoder)(
  "a rendition that cannot be stored is stored later, by the same attempt",
  async () => {
    const id = await uploadVideo(app.current, await testFilm());
    const { context } = app.current;
    const writes: Promise<void>[] = [];
    const writeFrom: typeof context.storage.writeFrom = (name, stream, length) => {
      const written = context.storage.writeFrom(name, stream, length);
      writes.push(written);
      return written;
    };
    const storage = { ...context.storage, writeFrom };
    await bucket.stop();
    const work = processVideos({ ...context, storage }, new AbortController().signal, { mayEncode: false });
    await expect.poll(() => writes.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(1);
    await expect(writes[0]).rejects.toBeInstanceOf(UpstreamError);
    expect(await videoOf(app.current, id)).toMatchObject({ state: "uploaded", renditions: [] });
    await bucket.start();
    await work;
    const made = await videoOf(app.current, id);
    expect(made).toMatchObject({ state: "ready", attempts: 1 });
    expect(await videoFile(app.current, id, "90.mp4")).toHaveLength(made!.renditions[0]!.bytes);
  },
);
