import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitKey } from "../../src/http/contract.ts";
import { listJobs } from "../../src/jobs.ts";
import { contracts } from "../../src/features.ts";
import { users } from "../../src/access/tables.ts";
import { setEmail } from "../../src/features/school/users/role-and-suspension.ts";
import type { JobName } from "../../src/jobs.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { isPostgres, openPatiently } from "../support/database.ts";
import { endpoints } from "../support/endpoints/endpoints.ts";
import { createFixtures } from "../support/endpoints/fixtures.ts";
import {
  classOfStudent,
  fillLargeSchool,
  idOf,
  someAdmin,
  someInstructor,
  someStudent,
} from "../support/large-school.ts";
import { type Issuer, settingsOf, startIssuer } from "../support/identity-issuer.ts";
import { makeLesson } from "../support/lessons.ts";
import { getMedia } from "../support/media.ts";
import { buy, offerClass } from "../support/paying.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { identityTokenOf } from "../support/people-enter.ts";
import { type Asked, type Plan, faultsIn, isChange, isRead } from "../support/plans.ts";
import { makeClass } from "../support/school.ts";

/** They give a whole table, or count one for an admin: a number that is kept would be a row that every purchase waits for. */
const wholeTables = new Set([
  "GET /admin/newsletter",
  "GET /admin/overview",
  "GET /admin/payments",
  "GET /admin/statistics",
  "GET /admin/videos/space",
  "GET /admin/export/audit",
  "GET /admin/export/classes",
  "GET /admin/export/payments",
  "GET /admin/export/subscribers",
  "GET /admin/export/users",
  // They count the classes of a month.
  "POST /admin/newsletter/release",
  "POST /admin/newsletter/test",
]);

let issuer: Issuer;
let app: TestApp;
let client: pg.Client;
let leading: ReadonlyMap<string, string>;
let asked: Asked[] = [];
/** Ends a job that has shown its questions: the one for mail would send 50,000. */
let enough = new AbortController();
const questionsOfJob = 200;
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query;

beforeAll(async () => {
  if (!isPostgres) return;
  issuer = await startIssuer("trusted");
  app = await startTestApp(settingsOf(issuer), openPatiently);
  const { db } = app.context;
  await fillLargeSchool(db);
  const { rows } = (await db.execute("select current_database() as name")) as {
    rows: { name: string }[];
  };
  const url = new URL(process.env["SENGA_TEST_SERVER"] ?? "");
  url.pathname = `/${rows[0]!.name}`;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("set pg_trgm.word_similarity_threshold = 0.4");
  const { rows: indexes } = await client.query<{ index: string; column: string }>(
    `select indexrelid::regclass::text as index, attname as column from pg_index
     inner join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     inner join pg_class on pg_class.oid = indexrelid inner join pg_am on pg_am.oid = relam
     where amname = 'btree'`,
  );
  leading = new Map(indexes.map(({ index, column }) => [index, column]));
  pg.Client.prototype.query = function (
    this: pg.Client,
    config: unknown,
    values: unknown,
    ...more: unknown[]
  ) {
    if (this !== client) {
      const {
        name,
        text = config,
        values: own = values,
      } = config as { name?: string; text?: unknown; values?: unknown };
      if (typeof text === "string") asked.push({ name, text, values: Array.isArray(own) ? own : [] });
      if (asked.length >= questionsOfJob) enough.abort();
    }
    return Reflect.apply(query, this, [config, values, ...more]) as never;
  } as unknown as typeof query;
}, 300_000);
afterAll(async () => {
  pg.Client.prototype.query = query;
  await client?.end();
  await app?.close();
  issuer?.close();
});

/** At the identity provider. */
async function knowSignIns(people: readonly TestPerson[]): Promise<void> {
  for (const { id } of people)
    await app.context.db
      .update(users)
      .set({ identityIssuer: issuer.issuer, identitySubject: id })
      .where(eq(users.id, id));
}

const tokenFor = async (key: string, person: Pick<TestPerson, "id" | "email">) => ({
  token:
    contracts[key as keyof typeof contracts].access.as === "identity"
      ? await identityTokenOf(app, issuer, person)
      : await app.context.accessTokens.issue(person.id),
});

async function findFaults({ name, text, values }: Asked): Promise<string[]> {
  const explain = async (statement: string, own?: unknown[]): Promise<string[]> => {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${statement}`,
      own,
    );
    return faultsIn(rows[0]!["QUERY PLAN"][0].Plan, leading);
  };
  await client.query("begin");
  // The log's trigger lets only this through.
  await client.query("set local senga.removes_names = on");
  try {
    const faults = await explain(text, values);
    if (!name) return faults;
    // Of a named statement, PostgreSQL may keep a plan that it made without the values.
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare named as ${text}`);
    const given = values.length > 0 ? `(${values.map(literalOf).join(", ")})` : "";
    const generic = await explain(`execute named${given}`);
    return [...faults, ...generic.map((fault) => `${fault}, by its generic plan`)];
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value))
    return client.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(",")}}`);
  if (value instanceof Date) return client.escapeLiteral(value.toISOString());
  return client.escapeLiteral(typeof value === "string" ? value : JSON.stringify(value));
}

const faultsOf = async (questions: readonly Asked[]): Promise<[fault: string, text: string][]> => {
  const faults: [string, string][] = [];
  for (const each of questions.filter((question) => isRead(question) || isChange(question)))
    for (const fault of await findFaults(each))
      faults.push([fault, each.text.replaceAll(/\s+/g, " ").slice(0, 900)]);
  return faults;
};

/** It is emptied as mails are sent, and every purchase writes to it. */
const mayRead = (key: string, fault: string): boolean =>
  key === "POST /account/deletion" && / of outbox /.test(fault);

/** What nothing leads to is found only by looking through a table. */
const lookingThroughTables: Partial<Record<JobName, string>> = {
  "instructors' students": "sums the students of all classes, so that no purchase waits for a sum",
  pictures: "looks for pictures that are shown nowhere",
  "unused videos": "looks for videos that no lesson shows",
};

test.skipIf(!isPostgres)(
  "no job reads a table to its end",
  async () => {
    const faults = new Map<string, string>();
    for (const { name, work } of listJobs(app.context)) {
      if (name in lookingThroughTables) continue;
      asked = [];
      enough = new AbortController();
      await work(enough.signal);
      for (const [fault, text] of await faultsOf(asked)) faults.set(`${name} ${fault}`, text);
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
  300_000,
);

test.skipIf(!isPostgres)(
  "no question of a school with 100,000 classes reads a table to its end, or sorts more than it shows",
  async () => {
    const people = [someAdmin, someInstructor, someStudent];
    const queries: Record<string, string>[] = [
      {},
      { q: "person" },
      { q: "rain ink" },
      { q: "cpaes" },
      { sort: "price" },
      { sort: "popular" },
      // Few classes cost so little.
      { sort: "popular", max: "1" },
      { sort: "price", max: "1" },
    ];
    const faults = new Map<string, string>();
    const known = new Set<string>();
    for (const [key, endpoint] of Object.entries(contracts)) {
      const { method, path } = splitKey(key);
      if (method !== "GET" || wholeTables.has(key)) continue;
      const parameters = "query" in endpoint ? Object.keys((endpoint.query as { shape: object }).shape) : [];
      for (const id of endpoint.access.as === "anyone" ? [undefined] : people) {
        const number = id === undefined ? 0 : Number(id.slice(-12));
        const person =
          id === undefined ? undefined : await tokenFor(key, { id, email: `person${number}@example.org` });
        for (const search of queries.filter((each) =>
          Object.keys(each).every((name) => parameters.includes(name)),
        )) {
          const params: Record<string, string> = {
            email: `person${number}@example.org`,
            id: path.startsWith("/instructors") ? someInstructor : classOfStudent,
            classId: classOfStudent,
            number: "1",
            token: "none",
          };
          if (path.includes("/lesson/")) params["id"] = idOf("lessons", Number(classOfStudent.slice(-12)));
          asked = [];
          await call(app, key, { params, query: search }, person);
          for (const each of asked.filter(isRead)) {
            const question = JSON.stringify([each.text, each.values]);
            if (known.has(question)) continue;
            known.add(question);
            for (const fault of await findFaults(each))
              faults.set(
                `${key} ${JSON.stringify(search)} ${fault}`,
                each.text.replaceAll(/\s+/g, " ").slice(-600),
              );
          }
        }
      }
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
  300_000,
);

test.skipIf(!isPostgres)(
  "no call that changes something reads a table to its end for it",
  async () => {
    const faults = new Map<string, string>();
    const known = new Set<string>();
    for (const [key, { access }] of Object.entries(contracts)) {
      if (splitKey(key).method === "GET" || wholeTables.has(key)) continue;
      const { callers, fixtures } = await createFixtures(app);
      const { send } = endpoints[key as keyof typeof contracts];
      const people =
        access.as === "person" ? (["instructor", "student", "admin"] as const) : (["student"] as const);
      if (access.as === "identity") await knowSignIns(people.map((who) => callers[who]));
      asked = [];
      for (const who of people)
        await call(app, key, send(callers, fixtures), await tokenFor(key, callers[who]));
      const questions = asked.filter(({ text }) => !known.has(text));
      for (const { text } of questions) known.add(text);
      for (const [fault, text] of await faultsOf(questions))
        if (!mayRead(key, fault)) faults.set(`${key} ${fault}`, text);
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
  300_000,
);

test.skipIf(!isPostgres)("neither does a purchase", async () => {
  asked = [];
  const { student, classId } = await offerClass(app);
  await buy(app, student, classId);
  expect(Object.fromEntries(await faultsOf(asked))).toEqual({});
});

test.skipIf(!isPostgres)(
  "neither does a change of an email, nor the export or deletion of an account",
  async () => {
    const { student, instructor, classId } = await offerClass(app);
    await makeLesson(app, instructor, classId);
    // Nobody has a seat in the class of the instructor, who may then leave.
    await buy(app, student, await makeClass(app, await makePerson(app, "instructor")));
    await knowSignIns([student, instructor]);
    const faults = new Map<string, string>();
    for (const { id, email: former } of [student, instructor]) {
      const person = { id, email: `new.${former}` };
      asked = [];
      await app.context.db.transaction((tx) =>
        setEmail(tx, app.context, { email: former, isMailboxTheirs: true }, person.email),
      );
      const token = await tokenFor("POST /account/export", person);
      const { body } = await call(app, "POST /account/export", {}, token);
      const zip = await getMedia(app, String(body.path).replace("/media/", ""), person);
      expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      const deletion = { body: { email: person.email } };
      expect((await call(app, "POST /account/deletion", deletion, token)).status).toBe(200);
      for (const [fault, text] of await faultsOf(asked))
        if (!mayRead("POST /account/deletion", fault)) faults.set(fault, text);
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
  300_000,
);

/** Their rows stay: people are anonymized, classes archived, keys expire. */
const neverDeleted = ["users", "classes", "issuer_keys"];

test.skipIf(!isPostgres)("whoever deletes a row finds by an index what refers to it", async () => {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> all ($1::regclass[])
       and not exists (
         select 1 from pg_index where indrelid = conrelid and indpred is null
           and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`,
    [neverDeleted],
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});
