/** `npm run bench -- uploads`: what visitors notice while five people upload twenty photographs at once. */
import { demoPassword, people } from "../db/demo-school/people.ts";
import { say, summary } from "./parts/figures.ts";
import { photograph } from "./parts/photograph.ts";
import { childrenOf, memoryOf, watch } from "./parts/processes.ts";
import { type MeasuredSite, seconds, withFolder, withSite } from "./parts/site.ts";

const picturesOfEach = 4;
const uploaders = people.filter(({ role }) => role === "instructor").slice(0, 5);

const routes = ["/", "/classes", () => `/api/approvedClasses?q=${Math.random().toString(36).slice(2, 8)}`];
/** Milliseconds between two requests to a route. */
const pace = 200;

async function signIn(origin: string, email: string): Promise<string> {
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

function visit(origin: string): () => Promise<{ took: Map<string, number[]>; refused: number }> {
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

/** Megabytes, without pages of files. */
const anonymousMemory = (pid: number): number => Math.round(memoryOf(pid, "RssAnon"));

function watchMemory(pid: number): () => { server: number; drawing: number } {
  const most = { server: 0, drawing: 0 };
  const stop = watch(() => {
    most.server = Math.max(most.server, anonymousMemory(pid));
    most.drawing = Math.max(most.drawing, ...childrenOf(pid).map(anonymousMemory));
  });
  return () => {
    stop();
    return most;
  };
}

async function measure({ origin, pid }: MeasuredSite): Promise<void> {
  const photographs = await Promise.all(
    Array.from({ length: uploaders.length * picturesOfEach }, (_, seed) => photograph(seed)),
  );
  const tokens = await Promise.all(uploaders.map(({ email }) => signIn(origin, email)));

  const warming = visit(origin);
  await seconds(3);
  await warming();
  const idle = visit(origin);
  await seconds(10);
  const before = await idle();
  const idleMemory = anonymousMemory(pid);
  const memory = watchMemory(pid);

  const busy = visit(origin);
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
  say(`memory of the server ${idleMemory} MB before, at most ${most} MB, ${anonymousMemory(pid)} MB after`);
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

await withFolder((settings) => withSite(settings, measure));
