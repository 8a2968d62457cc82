/** `npm run bench -- delivery`: what an hour of film costs the site when it sends it itself, and when the bucket does. */
import { Readable } from "node:stream";
import type { AppContext } from "../src/context.ts";
import { videoRenditions } from "../src/features/classroom/videos/tables.ts";
import { startBucket } from "../test/support/s3-server.ts";
import { say, sayLoad } from "./parts/figures.ts";
import { processorTimeOf } from "./parts/processes.ts";
import { addClass, addPeople, enroll, fill } from "./parts/school.ts";
import { type SiteSettings, withDatabase, withFolder, withSite } from "./parts/site.ts";

/** 2.2 megabits a second, as 1080p of somebody who draws. */
const [segmentSeconds, segmentCount, segmentBytes] = [4, 100, 1_100_000];
const initBytes = 800;
const rounds = 5;
const segments = Array.from({ length: segmentCount }, (_, index) => ({
  offset: initBytes + index * segmentBytes,
  length: segmentBytes,
  milliseconds: segmentSeconds * 1000,
}));

/** One student for each round: a segment is noted once. */
async function addFilm(context: AppContext): Promise<{ url: string; tokens: string[] }> {
  const [instructor = ""] = await addPeople(context, "instructor", 1);
  const students = await addPeople(context, "student", rounds + 1);
  const film = { name: "Rain", lessonCount: 1, seconds: segmentSeconds * segmentCount };
  const { classId, lessons } = await addClass(context, instructor, film);
  await enroll(context, classId, students);
  const { id, videoId } = lessons[0]!;
  const bytes = initBytes + segmentCount * segmentBytes;
  await context.storage.writeFrom(`videos/${videoId}/1080.mp4`, Readable.from([Buffer.alloc(bytes)]), bytes);
  await context.db.insert(videoRenditions).values({
    videoId: videoId!,
    height: 1080,
    width: 1920,
    bytes,
    bandwidth: (8 * segmentBytes) / segmentSeconds,
    codecs: "avc1.64001f,mp4a.40.2",
    initBytes,
    segments,
    createdAt: context.clock.now(),
  });
  const tokens = await Promise.all(students.map((student) => context.accessTokens.issue(student)));
  return { tokens, url: `/media/${classId}/${id}/${videoId}/1080.mp4` };
}

async function measure(name: string, settings: SiteSettings): Promise<void> {
  const { url, tokens } = await fill(settings, addFilm);
  await withSite(settings, async ({ origin, pid }) => {
    const watch = async (token: string): Promise<{ bytes: number; processor: number }> => {
      const session = await fetch(`${origin}/media/session`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      });
      const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
      const spent = processorTimeOf(pid);
      let bytes = 0;
      for (const { offset, length } of segments) {
        const range = `bytes=${offset}-${offset + length - 1}`;
        const answer = await fetch(origin + url, { headers: { cookie, range }, redirect: "manual" });
        bytes += (await answer.arrayBuffer()).byteLength;
        const address = answer.headers.get("location");
        const found = address === null ? answer : await fetch(address, { headers: { range } });
        if (address !== null) await found.arrayBuffer();
        if (found.status !== 206) throw new Error(`${url} answered ${found.status}`);
      }
      const hours = (segmentSeconds * segmentCount) / 3600;
      return { bytes: bytes / hours, processor: (processorTimeOf(pid) - spent) / hours };
    };
    const [warmUp = "", ...others] = tokens;
    await watch(warmUp);
    const results = [];
    for (const token of others) results.push(await watch(token));
    const processor = results.map((each) => each.processor / 1000).toSorted((one, other) => one - other);
    say(
      `${name}: ${((results[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB of film and ` +
        `${processor[2]!.toFixed(1)} (${processor[0]!.toFixed(1)}–${processor.at(-1)!.toFixed(1)}) s of the site's processor, an hour`,
    );
  });
}

const bucket = await startBucket();
const stored = bucket.env();
sayLoad();
for (const [name, more] of [
  ["through the site", {}],
  ["from the bucket", { S3_PUBLIC_ENDPOINT: stored["S3_ENDPOINT"] ?? "" }],
] as const)
  await withFolder((folder) =>
    withDatabase((database) => measure(name, { ...folder, ...database, ...stored, ...more })),
  );
sayLoad();
await bucket.remove();
