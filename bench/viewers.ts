/** `npm run bench -- viewers`: what visitors of the home page notice while fifty people watch a film. */
import { fork } from "node:child_process";
import { createCipheriv } from "node:crypto";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { videoRenditions } from "../src/features/classroom/videos/tables.ts";
import type { AppContext } from "../src/context.ts";
import { ask } from "./parts/ask.ts";
import { latencies, percentile, say, sayGoal, sayLoad } from "./parts/figures.ts";
import { memoryOf, processorTimeOf, watch } from "./parts/processes.ts";
import { addClass, addPeople, enroll, fill } from "./parts/school.ts";
import {
  type MeasuredSite,
  databaseServer,
  port,
  seconds,
  withDatabase,
  withFolder,
  withSite,
} from "./parts/site.ts";
import type { Audience, Watched } from "./parts/watch-film.ts";

const viewers = 50;
const bitrate = 2_000_000;
const [segmentSeconds, segmentCount] = [4, 150];
const segmentBytes = (segmentSeconds * bitrate) / 8;
const initBytes = 800;
/** Times the p99 of an idle server. */
const goal = 1.3;
const measured = 45;
/** Milliseconds between two requests of the home page. */
const pace = 20;

function* noise(): Generator<Buffer> {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
  yield Buffer.alloc(initBytes);
  for (let segment = 0; segment < segmentCount; segment += 1) yield cipher.update(Buffer.alloc(segmentBytes));
}

/** Ten minutes at one bitrate: nothing looks into what is served. */
async function addAudience(context: AppContext): Promise<Pick<Audience, "tokens"> & { path: string }> {
  const { clock, db, storage } = context;
  const [instructor = ""] = await addPeople(context, "instructor", 1);
  const students = await addPeople(context, "student", viewers);
  const film = { name: "Rain", lessonCount: 1, seconds: segmentSeconds * segmentCount };
  const { classId, lessons } = await addClass(context, instructor, film);
  await enroll(context, classId, students);
  const { id, videoId } = lessons[0]!;
  const bytes = initBytes + segmentCount * segmentBytes;
  await storage.writeFrom(`videos/${videoId}/480.mp4`, Readable.from(noise()), bytes);
  await db.insert(videoRenditions).values({
    videoId: videoId!,
    height: 480,
    width: 854,
    bytes,
    bandwidth: bitrate,
    codecs: "avc1.64001f,mp4a.40.2",
    initBytes,
    segments: Array.from({ length: segmentCount }, (_, index) => ({
      offset: initBytes + index * segmentBytes,
      length: segmentBytes,
      milliseconds: segmentSeconds * 1000,
    })),
    createdAt: clock.now(),
  });
  const tokens = await Promise.all(students.map((student) => context.accessTokens.issue(student)));
  return { tokens, path: `/media/${classId}/${id}/${videoId}` };
}

interface Visited {
  readonly took: readonly number[];
  readonly refused: number;
  /** Percent of a core. */
  readonly processor: number;
  /** Megabytes. */
  readonly memory: number;
}

async function visitHome({ origin, pid }: MeasuredSite, length: number): Promise<Visited> {
  const agent = new Agent({ keepAlive: true });
  const headers = { "accept-encoding": "br" };
  const [spent, begun] = [processorTimeOf(pid), performance.now()];
  const took: number[] = [];
  let [refused, memory] = [0, 0];
  const stop = watch(() => {
    memory = Math.max(memory, memoryOf(pid));
  });
  for (let due = begun; due < begun + length * 1000; due += pace) {
    await seconds(Math.max(0, due - performance.now()) / 1000);
    const answer = await ask(origin, { agent, headers });
    took.push(answer.took);
    if (answer.status !== 200) refused += 1;
  }
  stop();
  agent.destroy();
  const processor = (100 * (processorTimeOf(pid) - spent)) / (performance.now() - begun);
  return { took, refused, processor, memory };
}

const describe = ({ took, refused, processor, memory }: Visited): string =>
  `${latencies(took)}, ${refused} refused; server ${processor.toFixed(0)} % of a core, ${memory.toFixed(0)} MB`;

/** Visits the home page of `site` while all viewers watch at `watchedAt`. */
async function visitWhileWatched(
  site: MeasuredSite,
  watchedAt: string,
  path: string,
  tokens: readonly string[],
): Promise<{ home: Visited; watched: Watched; megabits: number }> {
  const audience = fork(join(import.meta.dirname, "parts", "watch-film.ts"));
  audience.send({
    url: watchedAt + path,
    session: `${watchedAt}/media/session`,
    tokens,
  } satisfies Audience);
  await once(audience, "message");
  const begun = performance.now();
  await seconds(5);
  const home = await visitHome(site, measured);
  audience.send("over");
  const [watched] = (await once(audience, "message")) as [Watched];
  const megabits = (watched.bytes * 8) / 1000 / (performance.now() - begun);
  audience.kill();
  return { home, watched, megabits };
}

async function measure(
  site: MeasuredSite,
  other: MeasuredSite | undefined,
  path: string,
  tokens: readonly string[],
): Promise<void> {
  await visitHome(site, 5);
  const idle = await visitHome(site, measured);
  const { home: busy, watched, megabits } = await visitWhileWatched(site, site.origin, path, tokens);
  const again = await visitHome(site, measured / 3);
  const beside = other && (await visitWhileWatched(site, other.origin, path, tokens)).home;

  const times = (visited: Visited): number => percentile(visited.took, 0.99) / percentile(idle.took, 0.99);
  sayGoal("p99 of the home page, times idle", times(busy), goal, "×");
  if (beside)
    say(`       with the viewers at another process of the same machine: ${times(beside).toFixed(2)} ×`);
  say(`idle    ${describe(idle)}`);
  say(`busy    ${describe(busy)}`);
  if (beside) say(`beside  ${describe(beside)}`);
  say(`after   ${describe(again)}`);
  say(`${viewers} viewers received ${megabits.toFixed(0)} of ${(viewers * bitrate) / 1e6} Mbit/s`);
  say(`segments: ${watched.took.length}, ${watched.refused} refused, ${latencies(watched.took)}`);
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    const { path, tokens } = await fill(settings, addAudience);
    say(databaseServer ? "PostgreSQL" : "PGlite");
    sayLoad();
    await withSite(settings, (site) =>
      databaseServer
        ? withSite({ ...settings, PORT: String(port + 1), ORIGIN: site.origin }, (other) =>
            measure(site, other, path, tokens),
          )
        : measure(site, undefined, path, tokens),
    );
    sayLoad();
  }),
);
