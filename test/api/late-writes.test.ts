import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Access } from "../../src/access/policy.ts";
import { users } from "../../src/access/tables.ts";
import { contracts } from "../../src/features.ts";
import { erasePerson, lockAccount } from "../../src/features/office/privacy/erase-person.ts";
import { type PersonalTable, personalTables } from "../../src/features/office/privacy/personal-tables.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { emptyTables, isPostgres } from "../support/database.ts";
import type { Callers } from "../support/endpoints/endpoint-case.ts";
import { endpoints } from "../support/endpoints/endpoints.ts";
import { createFixtures } from "../support/endpoints/fixtures.ts";
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

async function rowsOf({ id, email, name }: TestPerson): Promise<Record<string, number>> {
  const person = { id, email, name } as Parameters<PersonalTable["isOf"]>[0];
  const counted = Object.entries<PersonalTable>(personalTables)
    // What is kept has no name, and is other people's too.
    .filter(([, { atDeletion }]) => atDeletion !== "keep")
    .map(
      async ([kind, { table, isOf }]) => [kind, await app.context.db.$count(table, isOf(person))] as const,
    );
  return Object.fromEntries(await Promise.all(counted));
}

const isWaiting = async (): Promise<boolean> => {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return ((await app.context.db.execute(waiting)) as { rows: unknown[] }).rows.length > 0;
};

/** What the call leaves if it waits for the deletion of its author. They were let in before. */
async function writeLate(key: Key, sent: Sent, person: TestPerson): Promise<string[]> {
  const before = await rowsOf(person);
  const { db } = app.context;
  const [locked, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const signIn = { issuer: "somewhere", subject: person.id };
  const identity = { identityIssuer: signIn.issuer, identitySubject: signIn.subject };
  await db.update(users).set(identity).where(eq(users.id, person.id));
  const deletion = db.transaction(async (tx) => {
    const account = await lockAccount(tx, signIn);
    locked.resolve();
    await isSent.promise;
    await erasePerson(tx, app.context, account!, true);
  });
  await locked.promise;
  let isAnswered = false;
  const answer = call(app, key, sent, person).finally(() => {
    isAnswered = true;
  });
  await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true);
  const isLate = !isAnswered;
  isSent.resolve();
  await deletion;
  await answer;
  const after = await rowsOf(person);
  return isLate ? Object.keys(after).filter((kind) => (after[kind] ?? 0) > (before[kind] ?? 0)) : [];
}

test.runIf(isPostgres).each(writing)(
  "%s leaves nothing of somebody who deletes their account at that moment",
  async (key) => {
    await emptyTables(app.context.database);
    const { callers, fixtures } = await createFixtures(app);
    const person = callers[callerOf(accessOf(key))];
    expect(await writeLate(key, endpoints[key].send(callers, fixtures), person)).toEqual([]);
  },
);

// Above they are refused: the one needs a seat, the other somebody else.
test.runIf(isPostgres)("neither a name on a certificate nor a block outlives its author", async () => {
  const { student: author, classId } = await offerClass(app);
  await takeSeat(app, author, classId);
  const params = { email: author.email, classId };
  const name = { params, body: { name: "Ada Winter", isNamed: true } };
  expect(await writeLate("PATCH /learning/{email}/class/{classId}/certificate", name, author)).toEqual([]);
  const [blocker, blocked] = [await makePerson(app, "student"), await makePerson(app, "student")];
  expect(await writeLate("POST /blocks/{id}", { params: { id: blocked.id } }, blocker)).toEqual([]);
});
