import { createServer } from "node:net";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createInvalidation } from "../../src/platform/invalidation.ts";
import { catalogTag } from "../../src/features/classes/cache-tags.ts";
import { useTestApp } from "../support/app.ts";
import { isPostgres, openBeside } from "../support/database.ts";
import { onServer } from "../support/on-server.ts";
import { call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";
import { runNode, siteScript } from "../support/site-process.ts";

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
    expect(said()).toContain("The database does not answer, or went away");
    expect(said()).not.toMatch(/\n\s+at /);
  } finally {
    dying.close();
  }
}, 150_000);
