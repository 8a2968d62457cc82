/**
 * `npm run bench -- segments`: how many segments a thousand viewers are sent, when each asks as it watches and when all
 * ask for the next at once. `BASELINE` may name the folder of another version, built, to compare with.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { AppContext } from "../src/context.ts";
import { videoRenditions } from "../src/features/classroom/videos/tables.ts";
import { latencies, percentile, say, sayLoad } from "./parts/figures.ts";
import { processorTimeOf } from "./parts/processes.ts";
import { spread } from "./parts/rows.ts";
import { addClass, addPeople, enroll, fill } from "./parts/school.ts";
import {
  type MeasuredSite,
  databaseServer,
  port,
  seconds,
  startSite,
  withDatabase,
  withFolder,
} from "./parts/site.ts";
import type { Audience, Watched } from "./parts/watch-film.ts";

const baseline = process.env["BASELINE"];
const viewers = Number(process.env["VIEWERS"] ?? 1000);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const roundSeconds = 12;
const [segmentSeconds, segmentCount, segmentBytes] = [4, 600, 100_000];
const initBytes = 800;

async function addAudience(context: AppContext): Promise<{ path: string; tokens: string[] }> {
  const [instructor = ""] = await addPeople(context, "instructor", 1);
  const students = await addPeople(context, "student", viewers);
  const film = { name: "Rain", lessonCount: 1, seconds: segmentSeconds * segmentCount };
  const { classId, lessons } = await addClass(context, instructor, film);
  await enroll(context, classId, students);
  const { id, videoId } = lessons[0]!;
  const bytes = initBytes + segmentCount * segmentBytes;
  await context.storage.writeFrom(`videos/${videoId}/480.mp4`, Readable.from([Buffer.alloc(bytes)]), bytes);
  await context.db.insert(videoRenditions).values({
    videoId: videoId!,
    height: 480,
    width: 854,
    bytes,
    bandwidth: (8 * segmentBytes) / segmentSeconds,
    codecs: "avc1.64001f,mp4a.40.2",
    initBytes,
    segments: Array.from({ length: segmentCount }, (_, index) => ({
      offset: initBytes + index * segmentBytes,
      length: segmentBytes,
      milliseconds: segmentSeconds * 1000,
    })),
    createdAt: context.clock.now(),
  });
  const tokens = await Promise.all(students.map((student) => context.accessTokens.issue(student)));
  return { tokens, path: `/media/${classId}/${id}/${videoId}` };
}

interface Version {
  readonly name: string;
  readonly site: MeasuredSite;
  readonly path: string;
  readonly tokens: readonly string[];
}

interface Round {
  readonly rate: number;
  readonly took: readonly number[];
  readonly refused: number;
  /** Milliseconds of the server's processor, of a segment. */
  readonly processor: number;
}

async function watch({ site, path, tokens }: Version, hurryFrom?: number): Promise<Round> {
  const audience = fork(join(import.meta.dirname, "parts", "watch-film.ts"));
  const hurry = hurryFrom === undefined ? {} : { hurryFrom };
  audience.send({
    url: site.origin + path,
    session: `${site.origin}/media/session`,
    tokens,
    ...hurry,
  } satisfies Audience);
  await once(audience, "message");
  const [begun, spent] = [performance.now(), processorTimeOf(site.pid)];
  await seconds(roundSeconds);
  audience.send("over");
  const [{ took, refused }] = (await once(audience, "message")) as [Watched];
  const lasted = (performance.now() - begun) / 1000;
  audience.kill();
  return {
    rate: took.length / lasted,
    took,
    refused,
    processor: (processorTimeOf(site.pid) - spent) / took.length,
  };
}

async function measure(versions: readonly Version[]): Promise<void> {
  sayLoad();
  for (const isHurried of [false, true]) {
    say(isHurried ? "\nall ask for the next segment at once" : `\n${viewers} viewers ask as they watch`);
    const results = new Map(versions.map(({ name }) => [name, [] as Round[]]));
    for (let round = 0; round <= rounds; round += 1)
      for (const version of round % 2 ? versions : versions.toReversed()) {
        // The first round warms up.
        const result = await watch(version, isHurried ? round * 90 : undefined);
        if (round > 0) results.get(version.name)!.push(result);
      }
    for (const [name, all] of results) {
      const refused = all.reduce((sum, each) => sum + each.refused, 0);
      say(
        `${name.padEnd(8)}${spread(
          all.map(({ rate }) => rate),
          0,
        )} segments/s, ${refused} refused; ` +
          `server ${spread(
            all.map(({ processor }) => processor),
            2,
          )} ms each; ${latencies(all.flatMap(({ took }) => took))}`,
      );
    }
    const medians = [...results.values()].map((all) =>
      percentile(
        all.map(({ rate }) => rate),
        0.5,
      ),
    );
    if (baseline) say(`ratio   ${(medians[0]! / medians[1]!).toFixed(3)}`);
  }
  sayLoad();
}

/** Each version with a folder and a database of its own. */
async function withVersion(
  { name, root, index }: { name: string; root?: string; index: number },
  work: (version: Version) => Promise<void>,
): Promise<void> {
  await withFolder((folder) =>
    withDatabase(async (database) => {
      const settings = { ...folder, ...database, PORT: String(port + index) };
      const filled = await fill(settings, addAudience);
      const site = await startSite(settings, root);
      await work({ name, site, ...filled }).finally(() => site.end());
    }),
  );
}

say(databaseServer ? "PostgreSQL" : "PGlite");
await withVersion({ name: "this", index: 0 }, (current) =>
  baseline
    ? withVersion({ name: "before", root: baseline, index: 1 }, (before) => measure([current, before]))
    : measure([current]),
);
