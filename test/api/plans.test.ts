import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitKey } from "../../src/http/contract.ts";
import { listJobs } from "../../src/jobs.ts";
import { contracts } from "../../src/features.ts";
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
import { buy, offerClass } from "../support/paying.ts";
import { call } from "../support/people.ts";

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

interface Asked {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Sort Method"?: string;
  readonly Plans?: readonly Plan[];
}

let app: TestApp;
let client: pg.Client;
let asked: Asked[] = [];
/** Ends a job that has shown its questions: the one for mail would send 50,000. */
let enough = new AbortController();
const questionsOfJob = 200;
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query;

beforeAll(async () => {
  if (!isPostgres) return;
  app = await startTestApp({}, openPatiently);
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
});

const isRead = ({ text }: Asked): boolean =>
  /^\s*(\(|select|with)\b/i.test(text) && !/\bfor (no key )?update\b/i.test(text);

const isChange = ({ text }: Asked): boolean => /^\s*(update|delete)\b|\bfor (no key )?update\b/i.test(text);

async function findFaults({ name, text, values }: Asked): Promise<string[]> {
  const faultsOf = async (statement: string, own?: unknown[]): Promise<string[]> => {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${statement}`,
      own,
    );
    return faultsIn(rows[0]!["QUERY PLAN"][0].Plan);
  };
  await client.query("begin");
  try {
    const faults = await faultsOf(text, values);
    if (!name) return faults;
    // Of a named statement, PostgreSQL may keep a plan that it made without the values.
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare named as ${text}`);
    const given = values.length > 0 ? `(${values.map(literalOf).join(", ")})` : "";
    const generic = await faultsOf(`execute named${given}`);
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

/** Of tables with 100,000 rows: more than any page shows, or than any one person has. */
const bound = 3000;

function faultsIn(plan: Plan): string[] {
  const { "Node Type": type, "Actual Loops": loops, Plans: below = [] } = plan;
  const read = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * loops;
  const faults = below.flatMap(faultsIn);
  if (type.endsWith("Scan") && read > bound)
    faults.push(`reads ${read} rows of ${plan["Relation Name"] ?? plan["Index Name"]} (${type})`);
  const sorted = below.reduce((sum, each) => sum + each["Actual Rows"] * each["Actual Loops"], 0);
  if (type === "Sort" && sorted > bound) faults.push(`sorts ${sorted} rows`);
  return faults;
}

/** Jobs that run less often may look through a table: what nothing leads to is found only so. */
const pollingSeconds = 60;

test.skipIf(!isPostgres)("no job that asks every minute reads a table to its end", async () => {
  const faults = new Map<string, string>();
  for (const { name, seconds, work } of listJobs(app.context)) {
    if (seconds > pollingSeconds) continue;
    asked = [];
    enough = new AbortController();
    await work(enough.signal);
    for (const each of asked.filter((question) => isRead(question) || isChange(question)))
      for (const fault of await findFaults(each))
        faults.set(`${name} ${fault}`, each.text.replaceAll(/\s+/g, " ").slice(0, 900));
  }
  expect(Object.fromEntries(faults)).toEqual({});
});

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
        const person = id === undefined ? undefined : { token: await app.context.accessTokens.issue(id) };
        const number = id === undefined ? 0 : Number(id.slice(-12));
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
      asked = [];
      const people =
        access.as === "person" ? (["instructor", "student", "admin"] as const) : (["student"] as const);
      for (const who of people) await call(app, key, send(callers, fixtures), callers[who]);
      for (const each of asked.filter((question) => isRead(question) || isChange(question))) {
        if (known.has(each.text)) continue;
        known.add(each.text);
        for (const fault of await findFaults(each))
          faults.set(`${key} ${fault}`, each.text.replaceAll(/\s+/g, " ").slice(-600));
      }
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
  300_000,
);

test.skipIf(!isPostgres)("neither does a purchase", async () => {
  asked = [];
  const { student, classId } = await offerClass(app);
  await buy(app, student, classId);
  const faults = new Map<string, string>();
  for (const each of asked.filter((question) => isRead(question) || isChange(question)))
    for (const fault of await findFaults(each))
      faults.set(fault, each.text.replaceAll(/\s+/g, " ").slice(0, 600));
  expect(Object.fromEntries(faults)).toEqual({});
});

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
