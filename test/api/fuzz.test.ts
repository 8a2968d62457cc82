import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../support/app.ts";
import { type ApiDocument, oddCalls, oddRawCalls } from "../support/fuzz.ts";
import { makeMaterial, mediaCookie, mediaOf } from "../support/media.ts";
import { metadataOf } from "../support/tus.ts";
import { intentIdOf } from "../support/paying.ts";
import { call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";
import { sender } from "../support/send.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 700);
const rawRuns = Math.ceil(runs * 0.4);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const maxPictureMegabytes = 400;

const app = useTestApp();

/** But for the counts of calls, which grow with refused ones. */
async function readState(): Promise<string> {
  const { db } = app.current.context;
  const tables = (await db.execute(
    sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by 1`,
  )) as { rows: { name: string }[] };
  const sums = tables.rows.map(
    ({ name }) =>
      `select '${name} ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
  );
  const { rows } = (await db.execute(sql.raw(sums.join(" union all ")))) as { rows: { sum: string }[] };
  return rows.map(({ sum }) => sum).join("\n");
}

/** An unchanged count proves unchanged tables. */
async function countWrites(): Promise<string> {
  const { rows } = (await app.current.context.db.execute(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as writes`,
  )) as { rows: { writes: string }[] };
  return rows[0]?.writes ?? "";
}

async function createFixtures() {
  const student = await makePerson(app.current, "student");
  const instructor = await makePerson(app.current, "instructor");
  const admin = await makePerson(app.current, "admin");
  const approved = await makeClass(app.current, instructor);
  const pending = await makeClass(app.current, instructor, { status: "pending" });
  const { body } = await call(app.current, "POST /selected/class", { body: { classId: approved } }, student);
  const asked = await call(
    app.current,
    "POST /create-payment-intent",
    { body: { classId: approved } },
    student,
  );
  const people = [student, instructor, admin];
  return {
    ids: [
      approved,
      pending,
      String(body.insertedId),
      ...people.map(({ id }) => id),
      intentIdOf(String(asked.body.clientSecret)),
    ],
    emails: [...people.map(({ email }) => email), "nobody@example.org"],
    tokens: people.map(({ token }) => token),
  };
}

test(
  `${runs} odd calls of the API (seed ${seed}): none is an error of ours, and what is refused changes nothing`,
  { timeout: 60_000 + runs * 600 },
  async () => {
    const known = await createFixtures();
    const { body: document } = await call(app.current, "GET /openapi.json");
    const { send, end } = sender(app.current.origin);
    const memoryBefore = process.memoryUsage.rss();
    let state = await readState();
    let writes = await countWrites();
    for (const [turn, odd] of oddCalls(document as ApiDocument, known, seed, runs).entries()) {
      const what = `seed ${seed}, request ${turn}: ${JSON.stringify(odd).slice(0, 600)}`;
      const answer = await send(odd);
      expect(answer.status, `${what}\n${answer.body.slice(0, 600)}`).toBeLessThan(500);
      if (answer.status >= 400 && odd.method !== "HEAD")
        expect(answer.type, what).toContain("application/problem+json");
      expect(answer.body, what).not.toMatch(/node_modules|at \w+ \(|\.ts:\d/);
      const now = await countWrites();
      if (now === writes) continue;
      const after = await readState();
      if (answer.status >= 400) expect(after, what).toBe(state);
      state = after;
      writes = await countWrites();
    }
    end();
    expect((process.memoryUsage.rss() - memoryBefore) / 1024 ** 2, "megabytes more").toBeLessThan(
      maxPictureMegabytes,
    );
  },
);

async function createRawFixtures() {
  const { student, instructor, classId, lesson, video } = await mediaOf(app).makeSchool();
  const material = await makeMaterial(app.current, lesson, "heads.pdf", Buffer.from("%PDF-1.7 heads"));
  const plan = { purpose: "material", classId, lessonId: lesson, fileName: "hands.pdf" } as const;
  const begun = await fetch(`${app.current.origin}/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${instructor.token}`,
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
      "upload-metadata": metadataOf(plan),
    },
  });
  const upload = begun.headers.get("location")?.split("/").at(-1) ?? "";
  const cookies = await Promise.all(
    [student, instructor].map(async (person) => (await mediaCookie(app.current, person))["cookie"] ?? ""),
  );
  return {
    ids: [classId, lesson, video, material, upload, student.id, "720", "en", "heads.pdf", "1", "640.webp"],
    emails: [student.email, "nobody@example.org"],
    tokens: [student.token, instructor.token],
    cookies,
  };
}

test(
  `${rawRuns} odd calls of what no contract declares (seed ${seed}): none is an error of ours`,
  { timeout: 60_000 + rawRuns * 600 },
  async () => {
    const known = await createRawFixtures();
    const routes = app.current.routes
      .filter(({ url }) => !/^\/(api|sandbox|v1|drawings\/.+\.)/.test(url))
      .flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })));
    expect(routes.length).toBeGreaterThan(50);
    const { send, end } = sender(app.current.origin);
    for (const [turn, odd] of oddRawCalls(routes, known, seed, rawRuns).entries()) {
      const what = `seed ${seed}, request ${turn}: ${JSON.stringify(odd).slice(0, 600)}`;
      const answer = await send(odd);
      expect(answer.status, `${what}\n${answer.body.slice(0, 600)}`).toBeLessThan(500);
      expect(answer.body, what).not.toMatch(/node_modules|at \w+ \(|\.ts:\d/);
    }
    end();
  },
);
