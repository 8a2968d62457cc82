import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentAttempts } from "../../src/features/office/payments/tables.ts";
import { splitKey } from "../../src/http/contract.ts";
import type { Access } from "../../src/access/policy.ts";
import { contracts } from "../../src/features.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { openBehindPooler } from "../support/database.ts";
import type { Outcome, Row } from "../support/endpoints/endpoint-case.ts";
import { endpoints } from "../support/endpoints/endpoints.ts";
import { type Issuer, settingsOf, startIssuer } from "../support/identity-issuer.ts";
import { type Answer, call } from "../support/people.ts";
import { identityTokenOf, rememberPeople } from "../support/people-enter.ts";
import { isByLink, requestOf } from "../support/people-requests.ts";
import { type School, makeSchool } from "../support/people-school.ts";
import { type State, ofEachState, roleOf, states } from "../support/people-states.ts";
import { endings, outcomeIn, toPeople } from "./people-outcomes.ts";

let issuer: Issuer;
let app: TestApp;
let school: School;
beforeAll(async () => {
  issuer = await startIssuer("trusted");
  app = await startTestApp(settingsOf(issuer), openBehindPooler);
  school = await makeSchool(app, issuer);
}, 180_000);
afterAll(async () => {
  issuer?.close();
  await app?.close();
});

type Key = keyof typeof contracts;

const keys = Object.keys(contracts) as Key[];
const isRead = (key: Key): boolean => splitKey(key).method === "GET";
/** They take away what others need: seats, missing consent, accounts. */
const last: Key[] = ["POST /payments/{id}/refund", "POST /guardian/{token}", "POST /account/deletion"];
const writes = keys.filter((key) => !isRead(key) && !last.includes(key));

/** What the contract alone decides. */
function refusalOf(key: Key, state: State): Outcome | undefined {
  const access: Access = contracts[key].access;
  if (access.as === "identity" || access.as === "stripe" || isByLink(key)) return undefined;
  if (state === "deleted") return "unauthenticated";
  if (state === "suspended") return "account-suspended";
  return access.as === "person" && !access.roles.includes(roleOf(state)) ? "forbidden" : undefined;
}

async function tokenFor(key: Key, state: State): Promise<{ readonly token: string } | undefined> {
  const { as }: Access = contracts[key].access;
  const person = school.people[state];
  if (as === "identity")
    return { token: await identityTokenOf(app, issuer, person, state !== "unconfirmed") };
  return as === "stripe" || isByLink(key) ? undefined : person;
}

const inWords = (outcome: Outcome, endsSession: boolean): string =>
  `${outcome}${endsSession ? ", and the session ends" : ""}`;

const asOutcome = ({ status, body }: Answer): string =>
  inWords(status === 200 ? 200 : body.code, status === 401 || body?.endsSession === true);

const declared = (outcome: Outcome): string => inWords(outcome, endings.includes(String(outcome)));

async function expectAsDeclared(key: Key): Promise<void> {
  const answers = await Promise.all(
    states.map(async (state) => {
      const answer = await call(app, key, await requestOf(school, key, state), await tokenFor(key, state));
      return [state, asOutcome(answer)];
    }),
  );
  const { people: row } = endpoints[key];
  expect(Object.fromEntries(answers)).toEqual(
    ofEachState((state) => declared(refusalOf(key, state) ?? outcomeIn(row, state))),
  );
}

test.each([...keys.filter(isRead), ...writes])("%s answers each state as declared", expectAsDeclared);

test.each(Object.keys(toPeople) as (keyof typeof toPeople)[])(
  "%s is declared for each person",
  async (key) => {
    const { people, classmate, edited } = school;
    const by = key === "POST /blocks/{id}" ? classmate : people.admin;
    const restore = await rememberPeople(app);
    const answers = new Map<State, string>();
    for (const state of states) {
      const { id, email } = people[state];
      const sent =
        key === "PATCH /admin/hand-over/class/{id}"
          ? { params: { id: edited.classId }, body: { email } }
          : { params: { id }, body: { reason: "Spam" } };
      answers.set(state, asOutcome(await call(app, key, sent, by)));
    }
    await restore();
    const row: Row = toPeople[key];
    expect(Object.fromEntries(answers)).toEqual(ofEachState((state) => declared(outcomeIn(row, state))));
  },
);

test.each(last)("%s answers each state as declared, after all others", async (key) => {
  // As a day later: who has only asked to pay may leave.
  const isOpen = eq(paymentAttempts.state, "open");
  await app.context.db.update(paymentAttempts).set({ state: "abandoned" }).where(isOpen);
  await expectAsDeclared(key);
});
