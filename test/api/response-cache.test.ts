/** @databases both: LISTEN and NOTIFY */
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import type { CacheTag } from "../../src/platform/invalidation.ts";
import { createFairQueue } from "../../src/http/fair-queue.ts";
import { createResponseCache } from "../../src/http/response-cache.ts";
import { startTestApp, useTestApp } from "../support/app.ts";
import { isPostgres, openBeside } from "../support/database.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import { buy } from "../support/paying.ts";
import { call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";

const app = useTestApp();

const catalog = async (origin = app.current.origin) =>
  (await (await fetch(`${origin}/api/approvedClasses`)).json()) as {
    className: string;
    price: number;
    availableSeats: number;
  }[];
const named = (className: string) => expect.objectContaining({ className });

/** Fills the response cache, so a stale answer is possible afterwards. */
async function keepCatalog(origin?: string): Promise<void> {
  await catalog(origin);
  await catalog(origin);
}

test("visitors see an approval, an edit and a taken seat with the next request", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const admin = await makePerson(app.current, "admin");
  const id = await makeClass(app.current, instructor, { status: "pending", availableSeats: 2 });
  await keepCatalog();
  expect(await catalog()).toEqual([]);

  await call(app.current, "PATCH /admin/approve/class/{id}", { params: { id } }, admin);
  expect(await catalog()).toEqual([named("Eyes That Speak")]);

  const body = { className: "Eyes That Sing", price: 51.5, availableSeats: 2 };
  await call(app.current, "PATCH /class/{id}", { params: { id }, body }, instructor);
  expect(await catalog()).toEqual([expect.objectContaining(body)]);

  await keepCatalog();
  await buy(app.current, await makePerson(app.current, "student"), id);
  expect(await catalog()).toEqual([expect.objectContaining({ availableSeats: 1 })]);
  const ofClass = await fetch(`${app.current.origin}/api/class/${id}`);
  expect(await ofClass.json()).toMatchObject({ availableSeats: 1 });
});

test("an id in capitals is no other answer, which an edit would leave", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor);
  const read = async () =>
    (await fetch(`${app.current.origin}/api/class/${id.toUpperCase()}`)).json() as Promise<object>;
  await read();
  expect(await read()).toMatchObject({ className: "Eyes That Speak" });
  const body = { className: "Eyes That Sing", price: 51.5, availableSeats: 2 };
  await call(app.current, "PATCH /class/{id}", { params: { id }, body }, instructor);
  expect(await read()).toMatchObject({ className: "Eyes That Sing" });
});

test("an unchanged response is answered with 304, a changed one in full", async () => {
  const instructor = await makePerson(app.current, "instructor");
  await makeClass(app.current, instructor);
  const first = await fetch(`${app.current.origin}/api/approvedClasses`);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("public, no-cache");
  const again = () =>
    fetch(`${app.current.origin}/api/approvedClasses`, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  await makeClass(app.current, instructor, { className: "Hair Built from Ribbons" });
  expect((await again()).status).toBe(200);
});

test("compressed and plain responses have the same content", async () => {
  await makeClass(app.current, await makePerson(app.current, "instructor"));
  const bodies = await Promise.all(
    ["br", "gzip", "identity"].map(async (encoding) => {
      const answer = await fetch(`${app.current.origin}/api/approvedClasses`, {
        headers: { "accept-encoding": encoding },
      });
      expect(answer.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      return answer.text();
    }),
  );
  expect(new Set(bodies).size).toBe(1);
});

test("visitors do not get the instructor's response", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor);
  const params = { id };
  expect((await call(app.current, "GET /class/{id}", { params })).body.version).toBeUndefined();
  expect((await call(app.current, "GET /class/{id}", { params }, instructor)).body.version).toEqual(
    expect.any(Number),
  );
  expect((await call(app.current, "GET /class/{id}", { params })).body.version).toBeUndefined();
});

test.runIf(isPostgres)("a second process on the same database sees each change", async () => {
  const other = await startTestApp({}, (log) => openBeside(app.current.context.database, log));
  try {
    const instructor = await makePerson(app.current, "instructor");
    await keepCatalog(other.origin);
    const id = await makeClass(app.current, instructor, { availableSeats: 2 });
    await expect.poll(() => catalog(other.origin)).toEqual([named("Eyes That Speak")]);

    await keepCatalog(other.origin);
    await buy(app.current, await makePerson(app.current, "student"), id);
    await expect.poll(() => catalog(other.origin)).toEqual([expect.objectContaining({ availableSeats: 1 })]);

    await keepCatalog();
    await makeClass(other, await makePerson(other, "instructor"), { className: "Hair Built from Ribbons" });
    await expect.poll(() => catalog()).toContainEqual(named("Hair Built from Ribbons"));
  } finally {
    await other.close();
  }
});

/** A page whose render ends when the test says so. */
function slowPage(status = 200) {
  let word = "old";
  let hear: (cacheTags: readonly CacheTag[] | undefined) => void = () => {};
  const changes = {
    invalidate: async () => {},
    onInvalidate: (heard: typeof hear) => void (hear = heard),
    close: async () => {},
  };
  const queue = createFairQueue({ atOnce: 9, atOnceForOne: 9, waitingForOne: 9, maxWait: 60_000 });
  let isAway = false;
  const finished = createResponseCache(changes, { queue, count: async () => {}, isAway: () => isAway });
  const shown: (() => void)[] = [];
  let visits = 0;
  const page = Fastify();
  page.addHook("preHandler", (_request, _reply, done) => {
    visits += 1;
    done();
  });
  page.get("/", (request, reply) =>
    finished.send(request, reply, { name: "page" }, async () => {
      const read = word;
      await new Promise<void>((done) => shown.push(done));
      const headers = { "content-type": "text/plain" };
      return { status: isAway ? 503 : status, headers, body: read, cacheTags: ["word"] };
    }),
  );
  return {
    visit: async () => (await page.inject({ url: "/", headers: { "accept-encoding": "identity" } })).body,
    /** Waits for `count` renders, then completes them. */
    show: async (count: number) => {
      await expect.poll(() => shown.length).toBe(count);
      for (const done of shown.splice(0)) done();
    },
    change: (to: string) => {
      word = to;
      hear(["word"]);
    },
    isMaking: async (count: number): Promise<void> => {
      await expect.poll(() => shown.length).toBe(count);
    },
    hasVisits: async (count: number): Promise<void> => {
      await expect.poll(() => visits).toBe(count);
    },
    loseDatabase: () => void (isAway = true),
  };
}

test("a response that was rendered during a change is not cached", async () => {
  const page = slowPage();
  const before = page.visit();
  await page.isMaking(1);
  page.change("new");
  await page.show(1);
  expect(await before).toBe("old");
  const after = page.visit();
  await page.show(1);
  expect(await after).toBe("new");
});

test("a request after a change does not share a rendering from before", async () => {
  const page = slowPage();
  const before = page.visit();
  await page.isMaking(1);
  page.change("new");
  const after = page.visit();
  await page.show(2);
  expect(await before).toBe("old");
  expect(await after).toBe("new");
  expect(await page.visit()).toBe("new");
});

test("who shares a rendering gets the response from before if the database goes away meanwhile", async () => {
  const page = slowPage();
  const before = page.visit();
  await page.show(1);
  await before;
  page.change("new");
  const one = page.visit();
  await page.isMaking(1);
  const two = page.visit();
  await page.hasVisits(3);
  page.loseDatabase();
  expect(await page.visit()).toBe("old");
  await page.show(1);
  expect(await Promise.all([one, two])).toEqual(["old", "old"]);
});

test("a page with the status 404 is not cached", async () => {
  const page = slowPage(404);
  for (const _ of [1, 2]) {
    const visit = page.visit();
    await page.show(1);
    expect(await visit).toBe("old");
  }
});

test("visitors see a recount of students with the next request", async () => {
  const id = await makeClass(app.current, await makePerson(app.current, "instructor"));
  await app.current.context.db.update(classes).set({ enrolledStudents: 7 });
  const shown = async () =>
    ((await (await fetch(`${app.current.origin}/api/class/${id}`)).json()) as { enrolledStudents: number })
      .enrolledStudents;
  expect(await shown()).toBe(7);
  const admin = await makePerson(app.current, "admin");
  await call(app.current, "PATCH /class/updateCount/{classId}", { params: { classId: id } }, admin);
  expect(await shown()).toBe(0);
});

test("a class that was not found is looked up again by the next request", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor, { status: "pending" });
  const status = async () => (await fetch(`${app.current.origin}/api/class/${id}`)).status;
  expect(await status()).toBe(404);
  // Without invalidation.
  await app.current.context.db
    .update(classes)
    .set({ status: "approved", decidedAt: app.current.clock.now() });
  expect(await status()).toBe(200);
});

test("a response is cached for five minutes, because an invalidation may be lost", async () => {
  await makeClass(app.current, await makePerson(app.current, "instructor"));
  await keepCatalog();
  // Without invalidation.
  await app.current.context.db.update(classes).set({ name: "Renamed" });
  const now = performance.now.bind(performance);
  let later = 0;
  // The clock of lru-cache.
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + later);
  try {
    later = 240_000;
    expect(await catalog()).toEqual([named("Eyes That Speak")]);
    later = 301_000;
    // lru-cache reads the clock once in a millisecond.
    await expect.poll(() => catalog()).toEqual([named("Renamed")]);
  } finally {
    clock.mockRestore();
  }
});

test("personal responses are not cached", async () => {
  const student = await makePerson(app.current, "student");
  const own = { params: { email: student.email } };
  const answers = [
    await call(app.current, "GET /selected/classes/{email}", own, student),
    await call(app.current, "GET /approvedClasses", {}, student),
    await call(app.current, "GET /admin/audit", {}, await makePerson(app.current, "admin")),
    await call(
      app.current,
      "GET /selected/class/{email}/{id}",
      { params: { ...own.params, id: "x" } },
      student,
    ),
  ];
  expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(
    answers.map(() => "private, no-store"),
  );
});
