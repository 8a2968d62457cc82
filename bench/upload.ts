/** `npm run bench -- upload`: a film of 1 GiB, over a line that breaks, to a server that is killed. */
import { createCipheriv, createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import type { CallAnswer } from "../src/http/contract.ts";
import type { lessonsContract } from "../src/features/classroom/lessons/contract.ts";
import { ask, bearer, json } from "./parts/ask.ts";
import { type Interruption, openCuttingProxy } from "./parts/cutting-proxy.ts";
import { say, sayGoal, sayLoad } from "./parts/figures.ts";
import { memoryOf } from "./parts/processes.ts";
import { addClass, addPeople, fill } from "./parts/school.ts";
import { type SiteSettings, seconds, startSite, withDatabase, withFolder } from "./parts/site.ts";
import { type FilmToUpload, createUrlStorage, openUploadPage } from "./parts/upload-page.ts";

const mebibyte = 1024 ** 2;
const bytes = Number(process.env["MEBIBYTES"] ?? 1024) * mebibyte;
const [cuts, kills] = [20, 3];
/** Resent after an interruption. */
const goal = 5;

/** A short film, with a box of noise behind it that players skip. Returns the SHA-256. */
async function makeFilm(path: string): Promise<string> {
  const film = readFileSync(join(import.meta.dirname, "..", "art", "films", "hand.mp4"));
  const header = Buffer.from("\0\0\0\0free", "latin1");
  header.writeUInt32BE(bytes - film.length);
  const noise = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
  const hash = createHash("sha256");
  const file = createWriteStream(path);
  const write = async (some: Buffer): Promise<void> => {
    hash.update(some);
    if (!file.write(some)) await once(file, "drain");
  };
  await write(Buffer.concat([film, header]));
  for (let left = bytes - film.length - header.length; left > 0; left -= mebibyte)
    await write(noise.update(Buffer.alloc(Math.min(left, mebibyte))));
  file.end();
  await once(file, "close");
  return hash.digest("hex");
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

type Draft = CallAnswer<(typeof lessonsContract)["GET /curriculum/{classId}/lesson/{id}"]>;

async function readVideo(origin: string, { classId, lessonId, token }: FilmToUpload) {
  const agent = new Agent();
  const answer = await ask(`${origin}/api/curriculum/${classId}/lesson/${lessonId}`, {
    agent,
    headers: bearer(token),
  });
  const { video } = json(answer) as Draft;
  if (!video) throw new Error("the upload did not become the lesson's video");
  return video;
}

async function measure(
  settings: SiteSettings,
  film: FilmToUpload,
  sha256: string,
  interruptions: (happen: { kill: () => void; reload: () => void }) => readonly Interruption[],
): Promise<void> {
  let site = await startSite(settings);
  try {
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
    const kill = (): void => {
      const restart = async (): Promise<void> => {
        await site.end("SIGKILL");
        site = await startSite(settings);
      };
      restart().catch(reject);
    };
    const reload = (): void => {
      page.close();
      page = open();
    };
    const proxy = await openCuttingProxy(site.origin, interruptions({ kill, reload }));
    const storage = createUrlStorage();
    const open = () => {
      const opened = openUploadPage(film, proxy.origin, storage);
      opened.uploaded.then(resolve, reject);
      return opened;
    };
    const begun = performance.now();
    let page = open();
    await ended;
    const took = (performance.now() - begun) / 1000;
    proxy.close();

    const { _id, state: first } = await readVideo(site.origin, film);
    const stored = await hashOf(join(settings.DATA_DIR, "uploads", _id));
    say(
      `\n${bytes / mebibyte} MiB in ${took.toFixed(1)} s, ${proxy.resent.length} interruptions; it is ${first}`,
    );
    say(`SHA-256 of what is stored: ${stored === sha256 ? "equal" : "DIFFERENT"}`);
    for (const name of new Set(proxy.resent.map((each) => each.name))) {
      const of = proxy.resent.filter((each) => each.name === name).map((each) => each.bytes / mebibyte);
      sayGoal(`resent after a ${name} (${of.length} times)`, Math.max(...of), goal, "MiB");
    }
    say(`memory of the server: at most ${memoryOf(site.pid, "VmHWM").toFixed(0)} MB`);
    let video = await readVideo(site.origin, film);
    for (; ["uploaded", "playable"].includes(video.state); await seconds(1))
      video = await readVideo(site.origin, film);
    say(`the worker says: ${video.state} ${video.refusalText ?? `(${video.width} × ${video.height})`}`);
  } finally {
    await site.end();
  }
}

const somewhere = (): number => Math.random() * bytes;

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database, KEEP_ORIGINALS: "yes" };
    const path = join(settings.DATA_DIR, "rain.mp4");
    const [quiet, interrupted] = await fill(settings, async (context) => {
      const [instructor = ""] = await addPeople(context, "instructor", 1);
      const { classId, lessons } = await addClass(context, instructor, {
        name: "Rain",
        lessonCount: 2,
        kind: "text",
      });
      const token = await context.accessTokens.issue(instructor);
      return lessons.map(({ id }): FilmToUpload => ({ path, bytes, token, classId, lessonId: id }));
    });
    const sha256 = await makeFilm(path);
    sayLoad();
    await measure(settings, quiet!, sha256, () => []);
    await measure(settings, interrupted!, sha256, ({ kill, reload }) => [
      ...Array.from({ length: cuts }, () => ({ name: "cut", at: somewhere() })),
      ...Array.from({ length: kills }, () => ({ name: "kill", at: somewhere(), happen: kill })),
      { name: "reload", at: somewhere(), happen: reload },
    ]);
    sayLoad();
  }),
);
