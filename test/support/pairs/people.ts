import { and, eq, isNull } from "drizzle-orm";
import { expect } from "vitest";
import { users } from "../../../src/access/tables.ts";
import { auditEntries } from "../../../src/features/school/audit/tables.ts";
import { teachingApplications } from "../../../src/features/school/users/tables.ts";
import { signIdentityToken } from "../identity-issuer.ts";
import { type Answer, type TestPerson, call, makePerson } from "../people.ts";
import { type School, shared } from "./record.ts";

/** Deletes an account that signs in with the school's issuer. */
export async function deleteAccount({ app, issuer }: School, { id, email }: TestPerson): Promise<Answer> {
  const auth_time = Math.floor(app.clock.now().getTime() / 1000);
  const token = await signIdentityToken(issuer, { email, sub: id, auth_time });
  return call(app, "POST /account/deletion", { body: { email } }, { token });
}

export async function linkToIssuer({ app, issuer }: School, { id }: TestPerson): Promise<void> {
  await app.context.db
    .update(users)
    .set({ identityIssuer: issuer.issuer, identitySubject: id })
    .where(eq(users.id, id));
}

interface PersonFixture {
  readonly person: TestPerson;
  readonly admin: TestPerson;
  readonly other: TestPerson;
}

const reason = { reason: "Sold what is free elsewhere" };

async function apply({ app }: School, { person }: PersonFixture): Promise<Answer> {
  const body = { text: "I draw hands, and have taught for years.", portfolio: "https://example.org/hands" };
  return call(app, "POST /teaching/application", { body }, person);
}

async function decide(
  { app }: School,
  { person, other }: PersonFixture,
  how: "accept" | "decline",
): Promise<Answer> {
  const [application] = await app.context.db
    .select({ id: teachingApplications.id })
    .from(teachingApplications)
    .where(eq(teachingApplications.userId, person.id));
  const params = { id: application?.id ?? person.id };
  return call(app, `PATCH /admin/${how}/application/{id}`, { params }, other);
}

const hasApplied = async (school: School, fixture: PersonFixture): Promise<void> => {
  await apply(school, fixture);
};

async function checkPerson({ app }: School, { person: { id } }: PersonFixture): Promise<void> {
  const { db } = app.context;
  const [row] = await db.select().from(users).where(eq(users.id, id));
  expect(row!.deletedAt === null || row!.name === "Former member").toBe(true);
  const roles = await db
    .select({ after: auditEntries.after })
    .from(auditEntries)
    .where(and(eq(auditEntries.kind, "role-changed"), eq(auditEntries.subjectId, id)));
  expect(row!.role === "student" || roles.some(({ after }) => after === row!.role)).toBe(true);
}

export const person = shared<PersonFixture>({
  make: async (school) => {
    const { app } = school;
    const [made, admin, other] = [
      await makePerson(app, "student"),
      await makePerson(app, "admin"),
      await makePerson(app, "admin"),
    ];
    await linkToIssuer(school, made);
    return { person: made, admin, other };
  },
  operations: {
    suspend: {
      endpoint: "PATCH /users/suspend/{id}",
      run: ({ app }, { person: { id }, admin }) =>
        call(app, "PATCH /users/suspend/{id}", { params: { id }, body: reason }, admin),
    },
    reinstate: {
      endpoint: "PATCH /users/reinstate/{id}",
      run: ({ app }, { person: { id }, other }) =>
        call(app, "PATCH /users/reinstate/{id}", { params: { id } }, other),
    },
    "call an adult": {
      endpoint: "PATCH /users/adult/{id}",
      run: ({ app }, { person: { id }, other }) =>
        call(app, "PATCH /users/adult/{id}", { params: { id } }, other),
    },
    "make instructor": {
      endpoint: "PATCH /users/instructor/{id}",
      run: ({ app }, { person: { id }, other }) =>
        call(app, "PATCH /users/instructor/{id}", { params: { id } }, other),
    },
    "make admin": {
      endpoint: "PATCH /users/admin/{id}",
      run: ({ app }, { person: { id }, admin }) =>
        call(app, "PATCH /users/admin/{id}", { params: { id } }, admin),
    },
    rename: {
      endpoint: "PATCH /account",
      run: ({ app }, { person: own }) =>
        call(app, "PATCH /account", { body: { name: "Ada", image: "/drawings/portrait-fox.svg" } }, own),
    },
    "choose mail": {
      endpoint: "PATCH /notifications/choices",
      run: ({ app }, { person: own }) =>
        call(app, "PATCH /notifications/choices", { body: { "critique-received": "never" } }, own),
    },
    apply: { endpoint: "POST /teaching/application", run: apply },
    accept: {
      endpoint: "PATCH /admin/accept/application/{id}",
      prepare: hasApplied,
      run: (school, fixture) => decide(school, fixture, "accept"),
    },
    decline: {
      endpoint: "PATCH /admin/decline/application/{id}",
      prepare: hasApplied,
      run: (school, fixture) => decide(school, fixture, "decline"),
    },
    delete: {
      endpoint: "POST /account/deletion",
      run: (school, { person: own }) => deleteAccount(school, own),
    },
  },
  outcomes: {
    "suspend | suspend": ["ok + suspended-already", "suspended-already + ok"],
    "suspend | rename": ["ok + account-suspended", "ok + ok"],
    "suspend | choose mail": ["ok + account-suspended", "ok + ok"],
    "suspend | apply": ["ok + account-suspended", "ok + ok"],
    "suspend | accept": ["ok + applicant-suspended", "ok + ok"],
    "suspend | decline": ["ok + applicant-suspended", "ok + ok"],
    "suspend | delete": ["ok + ok", "user-not-found + ok"],
    "make instructor | make instructor": ["ok + has-role-already", "has-role-already + ok"],
    "make instructor | apply": ["ok + forbidden", "ok + ok"],
    "make instructor | accept": ["ok + application-decided-already", "has-role-already + ok"],
    "make instructor | decline": ["ok + application-decided-already", "ok + ok"],
    "make instructor | delete": ["ok + ok", "user-not-found + ok"],
    "make admin | make admin": ["ok + has-role-already", "has-role-already + ok"],
    "make admin | apply": ["ok + forbidden", "ok + ok"],
    "make admin | accept": ["ok + application-decided-already", "ok + ok"],
    "make admin | decline": ["ok + application-decided-already", "ok + ok"],
    "make admin | delete": ["ok + deletion-not-possible", "user-not-found + ok"],
    "rename | delete": ["ok + ok", "unauthenticated + ok"],
    "choose mail | delete": ["ok + ok", "unauthenticated + ok"],
    "apply | accept": ["ok + ok", "forbidden + ok", "application-decided-meanwhile + ok"],
    "apply | decline": ["ok + ok", "applied-too-soon + ok"],
    "apply | delete": ["ok + ok", "unauthenticated + ok"],
    "accept | accept": ["ok + application-decided-already", "application-decided-already + ok"],
    "accept | decline": ["ok + application-decided-already", "application-decided-already + ok"],
    "accept | delete": ["ok + ok", "application-not-found + ok", "user-not-found + ok"],
    "decline | decline": ["ok + application-decided-already", "application-decided-already + ok"],
    "decline | delete": ["ok + ok", "application-not-found + ok"],
    "delete | delete": ["ok + account-not-found", "account-not-found + ok"],
    "suspend | reinstate": ["ok + ok", "ok + not-suspended"],
    "suspend | call an adult": ["ok + is-an-adult"],
    "reinstate | reinstate": ["not-suspended + not-suspended"],
    "reinstate | call an adult": ["not-suspended + is-an-adult"],
    "reinstate | make instructor": ["not-suspended + ok"],
    "reinstate | make admin": ["not-suspended + ok"],
    "reinstate | rename": ["not-suspended + ok"],
    "reinstate | choose mail": ["not-suspended + ok"],
    "reinstate | apply": ["not-suspended + ok"],
    "reinstate | accept": ["not-suspended + ok"],
    "reinstate | decline": ["not-suspended + ok"],
    "reinstate | delete": ["not-suspended + ok", "user-not-found + ok"],
    "call an adult | call an adult": ["is-an-adult + is-an-adult"],
    "call an adult | make instructor": ["is-an-adult + ok"],
    "call an adult | make admin": ["is-an-adult + ok"],
    "call an adult | rename": ["is-an-adult + ok"],
    "call an adult | choose mail": ["is-an-adult + ok"],
    "call an adult | apply": ["is-an-adult + ok"],
    "call an adult | accept": ["is-an-adult + ok"],
    "call an adult | decline": ["is-an-adult + ok"],
    "call an adult | delete": ["is-an-adult + ok", "user-not-found + ok"],
  },
  usual: ["accept | decline", "rename | delete", "suspend | delete"],
  check: checkPerson,
});

interface Admins {
  readonly one: TestPerson;
  readonly two: TestPerson;
}

async function checkAdmins({ app }: School, { one, two }: Admins): Promise<void> {
  const { db } = app.context;
  const remain = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)));
  expect(remain.some(({ id }) => id === one.id || id === two.id)).toBe(true);
}

export const admins = shared<Admins>({
  make: async ({ app }) => ({ one: await makePerson(app, "admin"), two: await makePerson(app, "admin") }),
  operations: {
    "demote one": {
      endpoint: "PATCH /users/student/{id}",
      run: ({ app }, { one, two }) => call(app, "PATCH /users/student/{id}", { params: { id: one.id } }, two),
    },
    "demote two": {
      endpoint: "PATCH /users/student/{id}",
      run: ({ app }, { one, two }) => call(app, "PATCH /users/student/{id}", { params: { id: two.id } }, one),
    },
    "suspend two": {
      endpoint: "PATCH /users/suspend/{id}",
      run: ({ app }, { one, two }) =>
        call(app, "PATCH /users/suspend/{id}", { params: { id: two.id }, body: reason }, one),
    },
  },
  outcomes: {
    "demote one | demote one": ["ok + has-role-already", "has-role-already + ok"],
    "demote one | demote two": [
      "ok + forbidden",
      "forbidden + ok",
      "ok + not-admin-any-more",
      "not-admin-any-more + ok",
    ],
    "demote one | suspend two": [
      "ok + forbidden",
      "account-suspended + ok",
      "ok + not-admin-any-more",
      "not-admin-any-more + ok",
    ],
    "demote two | demote two": ["ok + has-role-already", "has-role-already + ok"],
    "suspend two | suspend two": ["ok + suspended-already", "suspended-already + ok"],
  },
  usual: ["demote one | demote two"],
  check: checkAdmins,
});
