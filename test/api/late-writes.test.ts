import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Access } from "../../src/access/policy.ts";
import { users } from "../../src/access/tables.ts";
import { contracts } from "../../src/features.ts";
import { type Database, firstOrThrow, readRows } from "../../src/platform/database.ts";
import { erasePerson, lockAccount } from "../../src/features/office/privacy/erase-person.ts";
import { type PersonalTable, personalTables } from "../../src/features/office/privacy/personal-tables.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { emptyTables, isPostgres } from "../support/database.ts";
import type { Callers } from "../support/endpoints/endpoint-case.ts";
import { endpoints } from "../support/endpoints/endpoints.ts";
import { createFixtures } from "../support/endpoints/fixtures.ts";
import { countWaiting } from "../support/lock-waiters.ts";
import { offerClass } from "../support/paying.ts";
import { type Sent, type TestPerson, call, makePerson } from "../support/people.ts";
import { takeSeat } from "../support/school.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.close());

type Key = keyof typeof contracts;

const accessOf = (key: Key): Access => contracts[key].access;
const writing = (Object.keys(contracts) as Key[]).filter(
  (key) => !key.startsWith("GET ") && accessOf(key).as === "person",
);

/** One who has not yet made what the fixtures have, where the record need not be their own. */
function callerOf(access: Access): Exclude<keyof Callers, "visitor"> {
  if (access.as !== "person") throw new Error("only people write what is theirs");
  if (access.roles.includes("student")) return access.own ? "student" : "otherStudent";
  return access.roles.includes("instructor") ? "instructor" : "admin";
}

/** A checksum of each table's rows of this person: an update may write back what a deletion has emptied. */
async function rowsOf(db: Database, { id, email, name }: TestPerson): Promise<Record<string, string>> {
  const person = { id, email, name } as Parameters<PersonalTable["isOf"]>[0];
  const sums: Record<string, string> = {};
  for (const [kind, { table, isOf, atDeletion }] of Object.entries<PersonalTable>(personalTables)) {
    // What is kept has no name, and is other people's too.
    if (atDeletion === "keep") continue;
    const row = sql`${table}::text`;
    const sum = sql`md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as sum`;
    const rows = await readRows<{ sum: string }>(db, sql`select ${sum} from ${table} where ${isOf(person)}`);
    sums[kind] = firstOrThrow(rows).sum;
  }
  return sums;
}

/**
 * When the call is sent: to a deletion that has only locked the account, or that has erased it and is about to commit.
 * Before, the author was let in.
 */
const moments = ["locked", "erased"] as const;

/** What the call changes in what the deletion of its author leaves. */
async function writeLate(
  moment: (typeof moments)[number],
  key: Key,
  sent: Sent,
  person: TestPerson,
): Promise<string[]> {
  const { db } = app.context;
  const [isReady, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const signIn = { issuer: "somewhere", subject: person.id };
  const identity = { identityIssuer: signIn.issuer, identitySubject: signIn.subject };
  await db.update(users).set(identity).where(eq(users.id, person.id));
  const waitAt = async (reached: typeof moment): Promise<void> => {
    if (reached !== moment) return;
    isReady.resolve();
    await isSent.promise;
  };
  const deletion = db.transaction(async (tx) => {
    const account = await lockAccount(tx, signIn);
    await waitAt("locked");
    await erasePerson(tx, app.context, account!, true);
    const left = await rowsOf(tx, person);
    await waitAt("erased");
    return left;
  });
  await isReady.promise;
  let isAnswered = false;
  const answer = call(app, key, sent, person).finally(() => {
    isAnswered = true;
  });
  await expect.poll(async () => isAnswered || (await countWaiting(db)) > 0).toBe(true);
  isSent.resolve();
  const left = await deletion;
  await answer;
  const after = await rowsOf(db, person);
  return Object.keys(after).filter((kind) => after[kind] !== left[kind]);
}

test.runIf(isPostgres).each(writing.flatMap((key) => moments.map((moment) => [key, moment] as const)))(
  "%s leaves nothing of somebody whose account is %s for its deletion at that moment",
  async (key, moment) => {
    await emptyTables(app.context.database);
    const { callers, fixtures } = await createFixtures(app);
    const person = callers[callerOf(accessOf(key))];
    expect(await writeLate(moment, key, endpoints[key].send(callers, fixtures), person)).toEqual([]);
  },
);

// Above they are refused: the one needs a seat, the other somebody else.
test.runIf(isPostgres).each(moments)(
  "neither a name on a certificate nor a block outlives its author, whose account is %s",
  async (moment) => {
    const { student: author, classId } = await offerClass(app);
    await takeSeat(app, author, classId);
    const params = { email: author.email, classId };
    const name = { params, body: { name: "Ada Winter", isNamed: true } };
    const naming = "PATCH /learning/{email}/class/{classId}/certificate";
    expect(await writeLate(moment, naming, name, author)).toEqual([]);
    const [blocker, blocked] = [await makePerson(app, "student"), await makePerson(app, "student")];
    expect(await writeLate(moment, "POST /blocks/{id}", { params: { id: blocked.id } }, blocker)).toEqual([]);
  },
);
