import { eq, sql } from "drizzle-orm";
import { guardians, users } from "../../src/access/tables.ts";
import type { TestApp } from "./app.ts";
import { type Issuer, signIdentityToken } from "./identity-issuer.ts";
import { refundPayment } from "./paying.ts";
import { type TestPerson, call } from "./people.ts";
import { type State, groups, situationOf } from "./people-states.ts";
import type { Drawing } from "./people-things.ts";
import { askForRefund, withdraw } from "./withdrawing.ts";

const day = 86_400_000;

/** At the identity provider, and older than a day, because new accounts may write fewer comments. */
export async function becomeKnown({ context, clock }: TestApp, { issuer }: Issuer): Promise<void> {
  await context.db.update(users).set({
    identityIssuer: issuer,
    identitySubject: sql`${users.id}::text`,
    createdAt: new Date(clock.now().getTime() - 2 * day),
  });
}

/** With a sign-in just now. */
export const identityTokenOf = (
  { clock }: TestApp,
  issuer: Issuer,
  { id, email }: Pick<TestPerson, "id" | "email">,
  isConfirmed = true,
): Promise<string> =>
  signIdentityToken(issuer, {
    sub: id,
    email,
    email_verified: isConfirmed,
    auth_time: Math.floor(clock.now().getTime() / 1e3),
  });

interface Everybody {
  readonly people: Readonly<Record<State, TestPerson>>;
  readonly classmate: TestPerson;
  readonly things: Readonly<Record<State, { readonly payment: string; readonly drawing: Drawing }>>;
}

/** From here on, the states differ. */
export async function enterStates(
  app: TestApp,
  issuer: Issuer,
  { people, classmate, things }: Everybody,
): Promise<{ readonly report: string; readonly refundRequest: string }> {
  const { admin, blocked, deleted, enrolled, suspended, withdrew } = people;
  const refundRequest = await askForRefund(app, classmate, things.adult.payment);
  await askForRefund(app, deleted, things.deleted.payment);
  await withdraw(app, withdrew, things.withdrew.payment);
  await refundPayment(app, admin, things.refunded.payment);
  const report = { kind: "drawing", id: things.reported.drawing.submission, reason: "spam" };
  for (const by of [deleted, enrolled, suspended]) await call(app, "POST /reports", { body: report }, by);
  const { body: reports } = await call(app, "GET /admin/reports", {}, admin);
  await call(app, "POST /blocks/{id}", { params: { id: blocked.id } }, classmate);
  const { id: ageUnknown } = people.ageUnknown;
  await app.context.db.update(users).set({ isAgeKnown: false }).where(eq(users.id, ageUnknown));
  for (const state of groups.minors) await becomeMinor(app, people[state], situationOf(state).guardian);
  const body = { reason: "Spam" };
  await call(app, "PATCH /users/suspend/{id}", { params: { id: suspended.id }, body }, admin);
  const token = await identityTokenOf(app, issuer, deleted);
  await call(app, "POST /account/deletion", { body: { email: deleted.email } }, { token });
  return { report: reports[0]._id, refundRequest: refundRequest.body.insertedId };
}

export const guardianOf = ({ email }: { readonly email: string }): string => `guardian.of.${email}`;

/** As if an unknown age had been answered. */
async function becomeMinor(
  { context, clock }: TestApp,
  person: TestPerson,
  guardian: ReturnType<typeof situationOf>["guardian"],
): Promise<void> {
  const now = clock.now();
  await context.db.insert(guardians).values({
    personId: person.id,
    email: guardianOf(person),
    adultOn: new Date(now.getTime() + 900 * day).toISOString().slice(0, 10),
    askedAt: now,
    consentedAt: guardian === "given" || guardian === "withdrawn" ? now : null,
    withdrawnAt: guardian === "refused" || guardian === "withdrawn" ? now : null,
  });
}

/** Returns a function that restores their roles, ages and suspensions. */
export async function rememberPeople({ context: { db } }: TestApp): Promise<() => Promise<void>> {
  const people = await db.select().from(users);
  const minors = await db.select().from(guardians);
  return async () => {
    for (const { id, role, isAgeKnown, suspendedAt } of people)
      await db.update(users).set({ role, isAgeKnown, suspendedAt }).where(eq(users.id, id));
    for (const { personId, adultOn } of minors)
      await db.update(guardians).set({ adultOn }).where(eq(guardians.personId, personId));
  };
}
