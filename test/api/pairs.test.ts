import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestApp } from "../support/app.ts";
import { isPostgres } from "../support/database.ts";
import { endpoints } from "../support/endpoints/endpoints.ts";
import { type Issuer, settingsOf, startIssuer } from "../support/identity-issuer.ts";
import { approvedClass, deniedClass, pendingClass } from "../support/pairs/classes.ts";
import { drawing } from "../support/pairs/drawings.ts";
import { curriculum } from "../support/pairs/lessons.ts";
import { admins, person } from "../support/pairs/people.ts";
import type { SharedRecord } from "../support/pairs/record.ts";
import type { Answer } from "../support/people.ts";

/**
 * Two operations that write the same record: at the same time, and with PAIRS=all, which `npm run bench -- pairs` sets,
 * also one after the other in both orders, and not the usual ones alone.
 */
const isAll = process.env["PAIRS"] === "all";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer("pairs");
});
afterAll(() => issuer.close());
const app = useTestApp(() => settingsOf(issuer));

// Each record has a fixture of its own.
// oxlint-disable-next-line typescript/no-explicit-any
const records: Readonly<Record<string, SharedRecord<any>>> = {
  "an approved class": approvedClass,
  "a pending class": pendingClass,
  "a denied class": deniedClass,
  "a drawing": drawing,
  "a curriculum": curriculum,
  "a person": person,
  "two admins": admins,
};

/** Each operation with itself and with those after it: "one | other". */
const pairsOf = (record: SharedRecord<unknown>): string[] => {
  const names = Object.keys(record.operations);
  return names.flatMap((one, index) => names.slice(index).map((other) => `${one} | ${other}`));
};

const orders = ["at once", "at once, the second first"];
if (isAll) orders.unshift("one after the other", "one after the other, the second first");

const wordOf = ({ status, body }: Answer): string => {
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  return status === 200 ? "ok" : body.code;
};

async function run(record: SharedRecord<unknown>, pair: string, order: string): Promise<string> {
  const school = { app: app.current, issuer };
  const fixture = await record.make(school);
  const [one, other] = pair.split(" | ").map((name) => record.operations[name]!);
  for (const operation of new Set([one!, other!])) await operation.prepare?.(school, fixture);
  const isSwapped = order.endsWith("first");
  const [begins, follows] = isSwapped ? [other!, one!] : [one!, other!];
  const first = begins.run(school, fixture);
  if (order.startsWith("one after")) await first;
  const answers = await Promise.all([first, follows.run(school, fixture)]);
  const words = (isSwapped ? answers.toReversed() : answers).map(wordOf).join(" + ");
  await record.check(school, fixture);
  return words;
}

describe.runIf(isPostgres).each(Object.entries(records))("%s", (_, record) => {
  const pairs = pairsOf(record).filter((pair) => isAll || record.usual.includes(pair));
  test.each(pairs)("%s", async (pair) => {
    for (const order of orders)
      expect(record.outcomes[pair] ?? ["ok + ok"], order).toContain(await run(record, pair, order));
  });
});

test("every endpoint that writes is paired, or is said to write what nobody shares", () => {
  const paired = new Set<string>(
    Object.values(records).flatMap(({ operations }) =>
      Object.values(operations).map(({ endpoint }) => endpoint),
    ),
  );
  const all = Object.entries(endpoints);
  const writing = all.filter(([endpoint]) => !endpoint.startsWith("GET "));
  expect(writing.filter(([endpoint, { alone }]) => paired.has(endpoint) === (alone !== undefined))).toEqual(
    [],
  );
  expect(all.filter(([endpoint, { alone }]) => endpoint.startsWith("GET ") && alone !== undefined)).toEqual(
    [],
  );
});

test("what is declared is of pairs that exist", () => {
  for (const record of Object.values(records)) {
    const pairs = new Set(pairsOf(record));
    const declared = [...Object.keys(record.outcomes), ...record.usual];
    expect(declared.filter((pair) => !pairs.has(pair))).toEqual([]);
  }
});
