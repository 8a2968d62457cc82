import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Place, usePlaces } from "../support/places.ts";
import { type StartingSite, end, startSite } from "../support/site-process.ts";

const { newLastingPlace, newPlace } = usePlaces();
let place: Place;
let port: number;
let site: StartingSite;
let origin: string;

beforeAll(async () => {
  port = await freePort();
  place = await newLastingPlace("school");
  site = startSite({ ...place, METRICS_PORT: String(port), DEMO_SCHOOL: "no" });
  origin = await site.untilOpen();
}, 60_000);
afterAll(() => end(site, "SIGTERM"));

/** Below the ports that systems choose for outgoing connections, one of which could take it before the site starts. */
async function freePort(): Promise<number> {
  for (let free = 20_000 + (process.pid % 10_000); ; free += 1) {
    const server = createServer().listen(free, "127.0.0.1");
    const isFree = await new Promise<boolean>((done) => {
      server.once("listening", () => done(true));
      server.once("error", () => done(false));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return free;
  }
}

const scrape = async (): Promise<string[]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return (await answer.text()).split("\n");
};

const visit = async (path: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(`${origin}${path}`, init);
  await answer.bytes();
  return answer.status;
};

test("requests are timed by the pattern of their route, without what they name", async () => {
  await visit("/api/health");
  await visit("/api/classes/secret%20person@example.org");
  await visit("/api/users?q=secret-person@example.org");
  const lines = await scrape();
  expect(lines).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 1',
  );
  expect(lines.filter((line) => line.includes("secret"))).toEqual([]);
});

test("what came from the cache is told from what was rendered", async () => {
  const countOf = (lines: string[], source: string): number =>
    Number(
      lines
        .find((line) => line.startsWith(`senga_cacheable_answers_total{source="${source}"`))
        ?.split(" ")[1] ?? 0,
    );
  const before = await scrape();
  for (let asked = 0; asked < 4; asked += 1) expect(await visit("/api/approvedClasses?limit=3")).toBe(200);
  const after = await scrape();
  expect(countOf(after, "rendering") - countOf(before, "rendering")).toBe(1);
  expect(countOf(after, "cache") - countOf(before, "cache")).toBe(3);
});

test("the work before the school is counted, and whether its database answers", async () => {
  const lines = await scrape();
  expect(lines).toContain("senga_database_up 1");
  // The embedded database has a single connection.
  expect(lines.filter((line) => /^senga_database_connections\{state="\w+"\} \d+$/.test(line))).toHaveLength(
    place.DATABASE_URL ? 3 : 0,
  );
  expect(lines).toContain('senga_work{kind="mail",state="failed"} 0');
  expect(lines).toContain('senga_work{kind="payment",state="unknown"} 0');
  expect(
    lines.filter((line) => /^senga_work\{kind="certificate",state="to-sign"\} \d+$/.test(line)),
  ).toHaveLength(1);
});

test("they stand on a port of their own, and nothing else does", async () => {
  expect(await visit("/metrics")).toBe(404);
  const others = await fetch(`http://127.0.0.1:${port}/`);
  expect(others.status).toBe(404);
});

test("a port that is taken is said, and nothing is left running", async () => {
  const second = startSite({ ...(await newPlace("other")), METRICS_PORT: String(port), DEMO_SCHOOL: "no" });
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
});
