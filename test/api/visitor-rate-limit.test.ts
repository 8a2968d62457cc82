/** @databases both */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { classes } from "../../src/features/school/classes/tables.ts";
import { createFairQueue } from "../../src/http/fair-queue.ts";
import { networkOf } from "../../src/http/visitor-rate-limit.ts";
import { Problem } from "../../src/platform/errors.ts";
import type { Log } from "../../src/platform/log.ts";
import { type TestApp, startTestApp, useTestApp } from "../support/app.ts";
import { isPostgres, openBeside } from "../support/database.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";
import { visitorAt } from "../support/visitor.ts";

/** The default rate limits, and the secret that processes share. */
const settings = { RATE_LIMIT_FACTOR: "1", SECRET: "shared by all processes of one school" };
const app = useTestApp(settings);

/** Statuses in the order of the answers. */
async function repeat(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  const ten = Array.from({ length: 10 });
  await Promise.all(
    ten.map(async () => {
      for (let turn = 0; turn < times / ten.length; turn += 1) statuses.push((await ask()).status);
    }),
  );
  return statuses;
}

const get = (path: string, init?: RequestInit) => fetch(`${app.current.origin}${path}`, init);

test("an IPv6 network counts as one visitor", () => {
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:db8:1:2::9"));
  expect(networkOf("2001:db8::1")).toBe("2001:db8::");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
});

describe("refused calls are limited", () => {
  test("401: calls without a valid token get 429 after 600 calls", async () => {
    const statuses = await repeat(600, () =>
      call(app.current, "GET /admin/payments", {}, { token: "nonsense" }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    const next = await call(app.current, "GET /admin/payments", {}, { token: "nonsense" });
    expect(next.status).toBe(429);
    expect(next.body.code).toBe("too-many-requests");
    expect(Number(next.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call(app.current, "POST /jwt", { body: { email: "ada@example.org" } })).status).toBe(429);
    expect((await get("/api/nothing/here")).status).toBe(429);

    // A logged-in person behind the same router is not refused.
    const student = await makePerson(app.current, "student");
    const own = { params: { email: student.email } };
    expect((await call(app.current, "GET /selected/classes/{email}", own, student)).status).toBe(200);

    app.current.clock.advance(60);
    expect((await get("/api/nothing/here")).status).toBe(404);
  });

  test("403: calls of a person without the role get 429 after 600 calls", async () => {
    const student = await makePerson(app.current, "student");
    const ask = (who: TestPerson) => call(app.current, "GET /admin/payments", {}, who);
    expect(new Set(await repeat(600, () => ask(student)))).toEqual(new Set([403]));
    expect((await ask(student)).status).toBe(429);
    expect((await ask(await makePerson(app.current, "student"))).status).toBe(403);
  });
});

test("calls of the identity provider get 429 after 1,800, and those of the API go on", async () => {
  const ask = () => get("/identity/nothing");
  expect(new Set(await repeat(1800, ask))).toEqual(new Set([404]));
  for (const path of ["nothing", "jwks", "session", "token"]) {
    const refused = await get(`/identity/${path}`);
    expect([refused.status, (await refused.json()).code]).toEqual([429, "too-many-requests"]);
  }
  expect((await get("/api/nothing/here")).status).toBe(404);
  app.current.clock.advance(60);
  expect((await ask()).status).toBe(404);
});

describe.runIf(isPostgres)("of several processes", () => {
  let other: TestApp;
  beforeAll(async () => {
    const open = (log: Log) => openBeside(app.current.context.database, log);
    other = await startTestApp(settings, open);
  }, 180_000);
  afterAll(() => other.close());

  test("an endpoint's own limit counts the calls of all", async () => {
    app.current.clock.advance(60);
    const confirm = (site: TestApp) => call(site, "POST /newsletter/confirm", { body: { token: "unknown" } });
    const statuses = [
      ...(await repeat(20, () => confirm(app.current))),
      ...(await repeat(10, () => confirm(other))),
    ];
    expect(new Set(statuses)).toEqual(new Set([410]));
    for (const site of [app.current, other]) expect((await confirm(site)).status).toBe(429);
  });
});

test("equivalent addresses share one cached response", async () => {
  const id = await makeClass(app.current, await makePerson(app.current, "instructor"));
  const visitor = visitorAt("127.0.0.7", app.current.origin);
  const asked: readonly (readonly [string, ...string[]])[] = [
    ["/sitemap.xml", "/sitemap.xml?n=1"],
    [
      `/sitemap/classes/${id}.xml`,
      `/sitemap/classes/${id}.xml?n=1`,
      `/sitemap/classes/${id.toUpperCase()}.xml`,
    ],
    ["/api/approvedClasses?limit=5&sort=price", "/api/approvedClasses?n=1&sort=price&limit=5"],
    [`/share/class/${id}.png`, `/share/class/${id}.png?n=1`, `/share/class/%30${id.slice(1)}.png`],
  ];
  const first = await Promise.all(asked.map(([path]) => visitor.get(path)));
  // No invalidation: a new render shows the change, and a cached one does not.
  await app.current.context.db.update(classes).set({ name: "Renamed", updatedAt: new Date(0) });
  for (const [at, [, ...others]] of asked.entries()) {
    for (const path of others) {
      const answer = await visitor.get(path);
      expect([path, answer.status, answer.headers["etag"]]).toEqual([path, 200, first[at]?.headers["etag"]]);
    }
  }
  expect((await visitor.get(`/share/class/${id}`)).status).toBe(404);
  visitor.leave();
});

describe("a fair queue", () => {
  const settled = () => new Promise((done) => setImmediate(done));

  test("lets a busy visitor wait without delaying others", async () => {
    const queue = createFairQueue({ atOnce: 2, atOnceForOne: 1, waitingForOne: 3, maxWait: 60_000 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string) => () =>
      new Promise<void>((done) => {
        begun.push(name);
        ends.push(done);
      });
    const greedy = [1, 2, 3, 4].map((turn) => queue.run("greedy", work(`greedy ${turn}`)));
    await settled();
    expect(begun).toEqual(["greedy 1"]);
    await expect(queue.run("greedy", work("greedy 5"))).rejects.toThrow(Problem);
    const other = queue.run("other", work("other 1"));
    const third = queue.run("third", work("third 1"));
    await settled();
    expect(begun).toEqual(["greedy 1", "other 1"]);
    ends[0]?.();
    await settled();
    expect(begun).toEqual(["greedy 1", "other 1", "third 1"]);
    let isIdle = false;
    const idle = queue.whenIdle().then(() => (isIdle = true));
    for (let turn = 1; turn < 6; turn += 1) {
      expect(isIdle).toBe(false);
      ends[turn]?.();
      await settled();
    }
    await Promise.all([...greedy, other, third, idle, queue.whenIdle()]);
    expect(begun.slice(3)).toEqual(["greedy 2", "greedy 3", "greedy 4"]);
  });

  test("continues after work that fails", async () => {
    const queue = createFairQueue({ atOnce: 1, atOnceForOne: 1, waitingForOne: 1, maxWait: 60_000 });
    const failing = queue.run("one", () => Promise.reject(new Error("no")));
    const next = queue.run("one", async () => "done");
    await expect(failing).rejects.toThrow("no");
    await expect(next).resolves.toBe("done");
  });

  test("refuses work that has waited too long, and goes on with the rest", async () => {
    const queue = createFairQueue({ atOnce: 1, atOnceForOne: 1, waitingForOne: 2, maxWait: 5 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = queue.run("one", () => promise);
    const late = vi.fn<() => Promise<string>>(async () => "late");
    const refusal = expect.objectContaining({
      type: expect.objectContaining({ status: 503, retryAfter: expect.any(Number) }),
    });
    await expect(queue.run("one", late)).rejects.toEqual(refusal);
    await expect(queue.run("other", late)).rejects.toEqual(refusal);
    resolve("done");
    await expect(running).resolves.toBe("done");
    expect(late).not.toHaveBeenCalled();
    await expect(queue.run("other", async () => "next")).resolves.toBe("next");
  });
});
