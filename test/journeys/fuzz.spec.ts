import { readFileSync } from "node:fs";
import { dashboardPages, publicPages } from "../../src/page-records.ts";
import { oddVisits } from "../support/fuzz.ts";
import { sender } from "../support/send.ts";
import { visitorAt } from "../support/visitor.ts";
import { startSite } from "./support/site.ts";
import { expect, test } from "./support/journey.ts";

type Visitor = ReturnType<typeof visitorAt>;

/** HTTP only: the test opens no browser. */

const runs = Number(process.env["FUZZ_RUNS"] ?? 300);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const maxMegabytes = 900;

const pageAddresses = Object.keys({ ...publicPages, ...dashboardPages });

const memoryOf = (pid: number): number => {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};

test(`${runs} odd visits (seed ${seed}): none is an error of ours`, async ({ site }) => {
  test.setTimeout(60_000 + runs * 600);
  const classes = (await (await fetch(`${site.origin}/api/approvedClasses`)).json()) as {
    _id: string;
    instructorId: string;
  }[];
  const ids = classes.slice(0, 3).flatMap(({ _id, instructorId }) => [_id, instructorId]);
  const { send, end } = sender(site.origin);
  for (const [turn, odd] of oddVisits(pageAddresses, { ids, emails: [], tokens: [] }, seed, runs).entries()) {
    const answer = await send(odd);
    const what = `seed ${seed}, request ${turn}: ${JSON.stringify(odd).slice(0, 600)}`;
    expect(answer.status, `${what}\n${answer.body.slice(0, 600)}`).toBeLessThan(500);
    expect(answer.body, what).not.toMatch(/node_modules|at \w+ \(file|build\/server/);
  }
  end();
  expect(memoryOf(site.pid), "megabytes").toBeLessThan(maxMegabytes);
});

test("an address that nothing is at, or that nobody can read, is answered as not there", async ({ site }) => {
  const { send, end } = sender(site.origin);
  const get = (path: string) => send({ method: "GET", path, headers: {} });
  const unreadable = ["/%E0%A4%A", "/classes/%00", "/classes/x", "/instructors/x"];
  const ofOtherHosts = [
    "//",
    "///",
    "//[",
    "//:80",
    "//@",
    "//evil.example:99999/",
    "/\\",
    "//evil.example/classes",
  ];
  for (const path of [...unreadable, ...ofOtherHosts]) {
    const { status, type, body } = await get(path);
    expect([path, status, type]).toEqual([path, 404, "text/html; charset=utf-8"]);
    expect(body, path).toMatch(/<h1[^>]*>ERROR<br\/>404<\/h1>/);
  }
  for (const path of [
    "/api/nothing/here",
    "/api/%E0%A4%A",
    "/api/users/admin/x/y",
    "/assets/a%00b",
    "/assets/none.js",
  ]) {
    const { status, type } = await get(path);
    expect([path, status, type]).toEqual([path, 404, "application/problem+json"]);
  }
  end();
});

test("each page comes with its styles in it, its scripts after them, and a policy for both", async ({
  site,
}) => {
  for (const path of [
    "/",
    "/classes",
    "/instructors",
    "/login",
    "/about-us",
    "/api/docs",
    "/dashboard",
    "/nothing",
  ]) {
    const answer = await fetch(`${site.origin}${path}`);
    const html = await answer.text();
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(html.match(/<head><style>(?:[^<]|<(?!\/)){1000,}<\/style><script>pageUrl =/g), path).toHaveLength(
      1,
    );
    expect(html.match(/<script type="text\/later">/g), path).toHaveLength(1);
    expect(html, path).toContain('<link rel="stylesheet" disabled="" href="/assets/');
    expect(html, path).toContain('<link rel="modulepreload" media="not all"');
    expect(html, path).not.toContain("nonce=");
    expect(html, path).not.toMatch(
      /<link rel="stylesheet" href|<link rel="modulepreload" href|type="module"/,
    );
    // Hashes of the theme, the entry script, the scroll position and the page data.
    expect(policy.match(/script-src [^;]+/)?.[0].match(/'sha256-/g)?.length, path).toBeGreaterThanOrEqual(4);
  }
});

/** With visitors at different addresses. */
async function withVisitors(
  settings: Record<string, string>,
  work: (...visitors: [Visitor, Visitor]) => Promise<void>,
): Promise<void> {
  const site = await startSite(settings);
  const visitors: [Visitor, Visitor] = [
    visitorAt("127.0.0.5", site.origin),
    visitorAt("127.0.0.6", site.origin),
  ];
  try {
    await work(...visitors);
  } finally {
    for (const visitor of visitors) visitor.leave();
    await site.stop();
  }
}

test("thirty people behind one router are served", () =>
  withVisitors({ RATE_LIMIT_FACTOR: "1" }, async (router) => {
    // A school class shares one address: each student opens some pages and searches.
    const pages = ["/", "/classes", "/instructors", "/login", "/about-us", "/drawings/hero-light.svg"];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, person) => [...pages, `/classes?q=eyes+${person}`]).flatMap((each) =>
        each.map(router.get),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }));

test("a visitor who asks too much has to wait, and others do not notice", () =>
  // A fifth of the real limits is reached by a fifth of the requests.
  withVisitors({ RATE_LIMIT_FACTOR: "0.2" }, async (greedy, other) => {
    // May exceed the queue (front-path.test.ts fills it). What a server under pressure sheds is not counted.
    const flood = Array.from({ length: 140 }, (_, turn) => greedy.get(`/classes?q=flood+${turn}`));
    const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
    expect(refused.filter(({ status }) => status !== 429 && status !== 503)).toEqual([]);

    // One after the other, and past the pressure, which lasts until it is measured again.
    let last = await greedy.get("/api/nothing/here");
    const ask = async (): Promise<number> => (last = await greedy.get("/api/nothing/here")).status;
    await expect.poll(ask, { intervals: [10], timeout: 60_000 }).toBe(429);
    for (const { headers } of [...refused, last]) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await other.get("/classes?q=hands")).status).toBe(200);
  }));
