import { createServer } from "node:net";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { changesChannel, createInvalidation } from "../../src/platform/invalidation.ts";
import { catalogTag } from "../../src/features/school/classes/cache-tags.ts";
import type { Log } from "../../src/platform/log.ts";
import { type PostgresTimeouts, openPostgres } from "../../src/platform/postgres.ts";
import { type TestApp, startTestApp, useTestApp } from "../support/app.ts";
import { isPostgres, openBeside, openTestDatabase, urlOf } from "../support/database.ts";
import { onServer } from "../support/on-server.ts";
import { call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";
import { runNode, siteScript } from "../support/site-process.ts";
import { type TcpProxy, startTcpProxy } from "../support/tcp-proxy.ts";
import { buy } from "../support/paying.ts";

const app = useTestApp();
const server = process.env["SENGA_TEST_SERVER"] ?? "";

/** Terminates every connection, as a server restart does. */
const breakConnections = (name: string) =>
  onServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  );

async function nameOfDatabase(): Promise<string> {
  const { rows } = (await app.current.context.db.execute(sql`select current_database() as name`)) as {
    rows: { name: string }[];
  };
  return rows[0]?.name ?? "";
}

test.runIf(isPostgres)(
  "connections that break under load cause only 503 with Retry-After",
  async () => {
    const name = await nameOfDatabase();
    const students = await Promise.all(Array.from({ length: 4 }, () => makePerson(app.current, "student")));
    const classId = await makeClass(app.current, await makePerson(app.current, "instructor"));
    const load = { isOn: true };
    const seen = new Map<string, number>();
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

    const callers = students.map(async (student) => {
      while (load.isOn) {
        const answers = [
          await call(app.current, "GET /approvedClasses", { query: { q: `eyes ${seen.size}` } }),
          await call(
            app.current,
            "GET /selected/classes/{email}",
            { params: { email: student.email } },
            student,
          ),
          await call(app.current, "POST /selected/class", { body: { classId } }, student),
          await call(app.current, "POST /create-payment-intent", { body: { classId } }, student),
        ];
        for (const { status, body, headers } of answers) {
          note(
            `${status} ${status >= 500 ? body.code : ""} ${headers.has("retry-after") ? "later" : ""}`.trim(),
          );
        }
        const session = await fetch(`${app.current.origin}/identity/token`, {
          headers: { cookie: "senga.session_token=unknown" },
        });
        note(`identity ${session.status}`);
      }
    });
    // Repeated, to hit different phases of the load.
    for (let broken = 0; broken < 8; broken += 1) {
      const before = [...seen.values()].reduce((sum, count) => sum + count, 0);
      await breakConnections(name);
      await expect
        .poll(() => [...seen.values()].reduce((sum, count) => sum + count, 0))
        .toBeGreaterThan(before + 10);
    }
    load.isOn = false;
    await Promise.all(callers);

    // The payment sandbox uses the same database and reports the failure in Stripe's format.
    const expected = /^(200|409|identity 401|identity 503|503 database-away later|503 (outside|payment)\S+)/;
    expect([...seen.keys()].filter((what) => !expected.test(what))).toEqual([]);
    expect((await call(app.current, "GET /approvedClasses")).status).toBe(200);
  },
  300_000,
);

test.runIf(isPostgres)(
  "invalidations arrive again after the listening connection broke",
  async () => {
    const { context } = app.current;
    const heard: unknown[] = [];
    context.invalidation.onInvalidate((cacheTags) => heard.push(cacheTags));
    await breakConnections(await nameOfDatabase());
    // Listeners must assume that they missed changes.
    await expect.poll(() => heard).toContain(undefined);
    const other = await openBeside(context.database, context.log);
    const invalidation = await createInvalidation(other);
    // A second break, found late, may lose one: listeners then assume again that they missed changes.
    const invalidateAgain = async () => {
      await other.db.transaction((tx) => invalidation.invalidate(tx, catalogTag));
      return heard;
    };
    await expect.poll(invalidateAgain).toContainEqual([catalogTag]);
    await invalidation.close();
    await other.close();
  },
  150_000,
);

test.runIf(isPostgres)(
  "a process hears of its own change when only the answer to the commit was lost",
  async () => {
    const { context } = app.current;
    const heard: unknown[] = [];
    context.invalidation.onInvalidate((cacheTags) => heard.push(cacheTags));
    const client = new pg.Client({ connectionString: await urlOf(context.database) });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`listen ${changesChannel}`);
    const notified = once(client, "notification") as Promise<[{ payload: string }]>;
    await context.db.transaction((tx) => context.invalidation.invalidate(tx, "known"));
    const [{ payload }] = await notified;
    // As the process would have sent it, had it not learned of the commit.
    const unknown = { ...(JSON.parse(payload) as object), id: "another", topics: ["unknown"] };
    await client.query("select pg_notify($1, $2)", [changesChannel, JSON.stringify(unknown)]);
    await expect.poll(() => heard).toEqual([["known"], ["unknown"]]);
  },
);

const asMilliseconds: PostgresTimeouts = { connect: 1000, query: 1500, heartbeat: 200, check: 500 };

/** On a database that the test can take away. */
async function startBehindProxy(timeouts?: PostgresTimeouts): Promise<{ site: TestApp; proxy: TcpProxy }> {
  let proxy: TcpProxy | undefined;
  const open = async (log: Log) => {
    const own = await openTestDatabase(log);
    proxy = await startTcpProxy(await urlOf(own));
    const through = openPostgres({ url: proxy.url }, log, { timeouts });
    const close = async () => {
      await through.close();
      await own.close();
    };
    return { ...through, close };
  };
  const site = await startTestApp({}, open);
  return { site, proxy: proxy! };
}

test.runIf(isPostgres)(
  "a database that falls silent is noticed, and heard again when it is back",
  async () => {
    const { site, proxy } = await startBehindProxy(asMilliseconds);
    try {
      const student = await makePerson(site, "student");
      const classId = await makeClass(site, await makePerson(site, "instructor"));
      const list = () => call(site, "GET /approvedClasses");
      const show = async (id: string) => (await call(site, "GET /class/{id}", { params: { id } })).status;
      const suspended = await makePerson(site, "instructor");
      const hiddenId = await makeClass(site, suspended);
      expect([await show(classId), await show(hiddenId)]).toEqual([200, 200]);
      const admin = await makePerson(site, "admin");
      const suspension = { params: { id: suspended.id }, body: { reason: "Spam" } };
      expect((await call(site, "PATCH /users/suspend/{id}", suspension, admin)).status).toBe(200);
      const select = () => call(site, "POST /selected/class", { body: { classId } }, student);
      expect((await list()).body).toEqual([expect.objectContaining({ availableSeats: 5 })]);
      // Takes the list out of the cache.
      await buy(site, await makePerson(site, "student"), classId);
      proxy.silence();

      const answers = await Promise.all([
        call(site, "GET /ready"),
        call(site, "GET /approvedClasses", { query: { q: "never asked" } }),
        select(),
        call(site, "GET /selected/classes/{email}", { params: { email: student.email } }, student),
      ]);
      expect(
        answers.map(({ status, body, headers }) => [status, body.code, headers.get("retry-after")]),
      ).toEqual([[503, "not-ready", "5"], ...Array.from({ length: 3 }, () => [503, "database-away", "5"])]);
      expect((await call(site, "GET /health")).status).toBe(200);
      const outdated = await list();
      expect(outdated.status).toBe(200);
      expect(outdated.body).toEqual([expect.objectContaining({ availableSeats: 5 })]);
      expect(outdated.headers.get("cache-status")).toMatch(/^Senga; hit; ttl=-\d+$/);
      expect(outdated.headers.get("cache-control")).toBe("public, no-cache");
      expect([await show(classId), await show(hiddenId)]).toEqual([200, 503]);

      proxy.restore();
      await expect.poll(async () => (await call(site, "GET /ready")).status).toBe(200);
      await expect.poll(async () => (await select()).status).toBe(200);
      const current = await list();
      expect(current.body).toEqual([expect.objectContaining({ availableSeats: 4 })]);
      expect(current.headers.has("cache-status")).toBe(false);

      const heard: unknown[] = [];
      site.context.invalidation.onInvalidate((cacheTags) => heard.push(cacheTags));
      const other = await openBeside(site.context.database, site.context.log);
      const invalidation = await createInvalidation(other);
      await expect
        .poll(async () => {
          await other.db.transaction((tx) => invalidation.invalidate(tx, catalogTag));
          return heard;
        })
        .toContainEqual([catalogTag]);
      await invalidation.close();
      await other.close();
    } finally {
      proxy.close();
      await site.close();
    }
  },
);

test.runIf(isPostgres)(
  "a server that takes no writes is answered with 503, and written to again",
  async () => {
    const student = await makePerson(app.current, "student");
    const classId = await makeClass(app.current, await makePerson(app.current, "instructor"));
    const select = () => call(app.current, "POST /selected/class", { body: { classId } }, student);
    const name = await nameOfDatabase();
    await onServer(server, `alter database ${name} set default_transaction_read_only = on`);
    await breakConnections(name);
    await expect.poll(async () => (await select()).body.detail).toContain("Nothing is lost");
    // The connections that broke are found one by one.
    const refused = await Promise.all(Array.from({ length: 20 }, select));
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["503 database-away"]),
    );
    await onServer(server, `alter database ${name} reset default_transaction_read_only`);
    // Each of these connections is thrown away as it is found.
    await expect.poll(async () => (await select()).status).toBe(200);
  },
);

test.runIf(isPostgres)("public reads and readiness do not wait for commits that hang", async () => {
  const student = await makePerson(app.current, "student");
  const classId = await makeClass(app.current, await makePerson(app.current, "instructor"));
  const client = new pg.Client({ connectionString: await urlOf(app.current.context.database) });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin; lock table selections");
  const hanging = Array.from({ length: 30 }, () =>
    call(app.current, "POST /selected/class", { body: { classId } }, student),
  );
  const { database } = app.current.context;
  await expect.poll(() => database.countConnections?.().waiting).toBeGreaterThan(0);
  expect((await call(app.current, "GET /ready")).status).toBe(200);
  expect((await call(app.current, "GET /approvedClasses", { query: { q: "unasked" } })).status).toBe(200);
  await client.query("rollback");
  const answers = await Promise.all(hanging);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test("a start whose database goes away ends with a message", async () => {
  // Hangs up after the client's first message, like a PostgreSQL server that shuts down.
  const dying = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.destroy());
  });
  dying.listen(0, "127.0.0.1");
  await once(dying, "listening");
  const { port } = dying.address() as { port: number };
  const { ended, said } = runNode(["--input-type=module", "-e", siteScript], {
    PORT: "0",
    DATABASE_URL: `postgres://senga@127.0.0.1:${port}/senga`,
    SECRET: "a secret of thirty-two characters or more",
  });
  try {
    expect(await ended).toBe(1);
    expect(said()).toContain("The database does not answer, or went down");
    expect(said()).not.toMatch(/\n\s+at /);
  } finally {
    dying.close();
  }
}, 150_000);
