/**
 * `npm run bench -- uploads`: starts the built product, has five people upload twenty photographs at once, and measures
 * what visitors notice of it. Latencies are told beside those of the same run without uploads.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { demoPassword, people } from "../db/demo-school/people.ts";

const port = Number(process.env["PORT"] ?? 3210);
const origin = `http://localhost:${port}`;
const picturesOfEach = 4;
const uploaders = people.filter(({ role }) => role === "instructor").slice(0, 5);

/** What visitors ask for meanwhile: two pages that are kept finished, and a search that never is. */
const routes = ["/", "/classes", () => `/api/approvedClasses?q=${Math.random().toString(36).slice(2, 8)}`];
/** Milliseconds between two requests to each. */
const pace = 200;

/** A photograph as far as an encoder can tell: soft forms and grain, 8 megapixels, a megabyte or so. */
async function photograph(seed: number): Promise<Buffer> {
  const [width, height] = [3464, 2309];
  const forms = await sharp({
    create: {
      width: 24,
      height: 16,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .modulate({ hue: seed * 37 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 9 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(forms)
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Signs in as the page does, and returns the access token. */
async function signIn(email: string): Promise<string> {
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, ...headers },
      body: JSON.stringify(body),
    });
  const session = await post("/identity/sign-in", { email, password: demoPassword }, {});
  const cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const { token } = (await (await fetch(`${origin}/identity/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  const access = await post("/api/jwt", { email }, { authorization: `Bearer ${token}` });
  return ((await access.json()) as { token: string }).token;
}

/** Asks for every route at a steady pace until it is told to stop; gives the milliseconds that each answer took. */
function visit(): () => Promise<{ took: Map<string, number[]>; refused: number }> {
  const took = new Map<string, number[]>();
  let refused = 0;
  const asked: Promise<void>[] = [];
  const ask = async (route: string | (() => string)): Promise<void> => {
    const path = typeof route === "string" ? route : route();
    const begun = performance.now();
    const answer = await fetch(`${origin}${path}`);
    await answer.arrayBuffer();
    if (!answer.ok) refused += 1;
    const name = path.replace(/\?.*/, "?q=…");
    took.set(name, [...(took.get(name) ?? []), performance.now() - begun]);
  };
  const timer = setInterval(() => asked.push(...routes.map(ask)), pace);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
    return { took, refused };
  };
}

const seconds = (count: number) => new Promise((done) => setTimeout(done, count * 1000));

/** Megabytes of memory that the kernel counts for a process, without what it shares with nobody but the disk. */
function memoryOf(pid: number | string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1000);
  } catch {
    // It has ended.
    return 0;
  }
}

/** Watches the memory of the server and of the process that draws for it; gives the most that each had. */
function watchMemory(pid: number): () => { server: number; drawing: number } {
  const most = { server: 0, drawing: 0 };
  const timer = setInterval(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    most.server = Math.max(most.server, memoryOf(pid));
    most.drawing = Math.max(most.drawing, ...children.filter(Boolean).map(memoryOf));
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function opened(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await seconds(0.25);
  }
  throw new Error("the server did not start");
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const summary = (took: readonly number[]) => {
  const sorted = took.toSorted((a, b) => a - b);
  return [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1) ?? 0];
};
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function measure(pid: number): Promise<void> {
  const photographs = await Promise.all(
    Array.from({ length: uploaders.length * picturesOfEach }, (_, seed) => photograph(seed)),
  );
  const tokens = await Promise.all(uploaders.map(({ email }) => signIn(email)));

  const warming = visit();
  await seconds(3);
  await warming();
  const idle = visit();
  await seconds(10);
  const before = await idle();
  const idleMemory = memoryOf(pid);
  const memory = watchMemory(pid);

  const busy = visit();
  const begun = performance.now();
  const waits = await Promise.all(
    photographs.map(async (photo, index) => {
      const body = new FormData();
      body.set("image", new Blob([Buffer.from(photo)], { type: "image/jpeg" }), "photo.jpg");
      const headers = { authorization: `Bearer ${tokens[index % tokens.length]}` };
      const answer = await fetch(`${origin}/api/images`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`);
      return performance.now() - begun;
    }),
  );
  const total = (performance.now() - begun) / 1000;
  const during = await busy();

  const megabytes = photographs.reduce((sum, { length }) => sum + length, 0) / 1e6;
  say(`${photographs.length} photographs (${megabytes.toFixed(0)} MB) by ${uploaders.length} people at once`);
  say(
    `total ${total.toFixed(1)} s, ${(total / photographs.length).toFixed(2)} s a picture, first answer after ${(Math.min(...waits) / 1000).toFixed(1)} s`,
  );
  const { server: most, drawing } = memory();
  say(`memory of the server ${idleMemory} MB before, at most ${most} MB, ${memoryOf(pid)} MB after`);
  say(`memory of the drawing process at most ${drawing} MB`);
  say(`visitors who were refused: ${before.refused} before, ${during.refused} during`);
  say("\nms           idle p50    p95    max   busy p50    p95    max   ratio p50   p95");
  for (const [path, took] of during.took) {
    const [quiet, loud] = [summary(before.took.get(path) ?? []), summary(took)];
    const figures = [...quiet, ...loud].map((each) => each.toFixed(1).padStart(7)).join("");
    const ratios = [0, 1].map((at) => ((loud[at] ?? 0) / (quiet[at] ?? 1)).toFixed(1).padStart(6)).join("");
    say(`${path.padEnd(26)}${figures}      ${ratios}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "senga-bench-"));
const server = spawn(
  process.execPath,
  ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "..", "scripts", "start.ts")],
  {
    env: { PATH: process.env["PATH"], PORT: String(port), DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000" },
    stdio: ["ignore", "ignore", "inherit"],
  },
);
try {
  await opened(server);
  await measure(server.pid ?? 0);
} finally {
  const ended = new Promise((done) => server.once("exit", done));
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
