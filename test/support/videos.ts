import {
  type Segment,
  videoCaptions,
  videoRenditions,
  videos,
} from "../../src/features/classroom/videos/tables.ts";
import type { VideoState } from "../../src/features/classroom/videos/policy.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import { makeLesson, publish } from "./lessons.ts";
import { type TestPerson, call } from "./people.ts";

interface VideoOptions {
  readonly seconds?: number;
  readonly heights?: readonly number[];
  readonly state?: VideoState;
  readonly bytesPerSecond?: number;
}

const initBytes = 700;
const segmentSeconds = 2;

/** Bytes that encode their position, so that a range can be recognized. */
export function videoBytes(count: number): Buffer {
  const bytes = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; at += 1) bytes[at] = (at * 31 + (at >> 8)) % 251;
  return bytes;
}

/** Rows and files, as after uploading and encoding. With a poster, and captions in English. */
export async function makeVideo(
  { context, clock }: TestApp,
  owner: { readonly id: string },
  { seconds = 60, heights = [480], state = "ready", bytesPerSecond = 100 }: VideoOptions = {},
): Promise<string> {
  const { db, storage } = context;
  const id = newId();
  const createdAt = clock.now();
  await db.insert(videos).values({
    id,
    ownerId: owner.id,
    fileName: "lines.mp4",
    bytes: 1,
    state,
    milliseconds: seconds * 1000,
    width: 1280,
    height: 720,
    hasSound: true,
    posterAt: 0,
    createdAt,
    changedAt: createdAt,
  });
  const segments: Segment[] = [];
  for (let at = 0; at < seconds; at += segmentSeconds) {
    const lasts = Math.min(segmentSeconds, seconds - at);
    segments.push({
      offset: initBytes + at * bytesPerSecond,
      length: lasts * bytesPerSecond,
      milliseconds: lasts * 1000,
    });
  }
  const bytes = initBytes + seconds * bytesPerSecond;
  for (const height of heights) {
    await db.insert(videoRenditions).values({
      videoId: id,
      height,
      width: Math.ceil((height * 16) / 9),
      bytes,
      bandwidth: height * 2000,
      codecs: "avc1.64001f,mp4a.40.2",
      initBytes,
      segments,
      createdAt,
    });
    await storage.write(`videos/${id}/${height}.mp4`, videoBytes(bytes));
  }
  await storage.write(`videos/${id}/poster.webp`, Buffer.from("a poster"));
  await db
    .insert(videoCaptions)
    .values({ videoId: id, language: "en", vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nA line\n", createdAt });
  return id;
}

/** By default a published lesson, with the video. */
export async function makeVideoLesson(
  app: TestApp,
  instructor: TestPerson,
  classId: string,
  { isPublished = true, ...options }: VideoOptions & Parameters<typeof makeLesson>[3] = {},
): Promise<{ section: string; lesson: string; video: string }> {
  const video = await makeVideo(app, instructor, options);
  const made = await makeLesson(app, instructor, classId, { ...options, kind: "video", isPublished: false });
  await setVideo(app, instructor, { classId, id: made.lesson }, video);
  if (isPublished) await publish(app, instructor, { classId, id: made.lesson });
  return { ...made, video };
}

export async function setVideo(
  app: TestApp,
  instructor: TestPerson,
  params: { classId: string; id: string },
  videoId: string,
): Promise<void> {
  const saved = await call(
    app,
    "PATCH /curriculum/{classId}/lesson/{id}",
    { params, body: { videoId } },
    instructor,
  );
  if (saved.status !== 200) throw new Error(`no video: ${JSON.stringify(saved.body)}`);
}
