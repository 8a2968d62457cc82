import { expect, test } from "vitest";
import { useTestApp } from "../../test/app.ts";
import { intentStatus } from "../../test/paying.ts";
import { call } from "../../test/people.ts";
import { users } from "../../src/features/accounts/tables.ts";
import { classes } from "../../src/features/classes/tables.ts";
import { enrollments } from "../../src/features/enrollments/tables.ts";
import { payments } from "../../src/features/payments/tables.ts";
import { loadDemoSchool } from "./load.ts";
import { demoPassword, namedAccounts } from "./people.ts";

const app = useTestApp();

test("is believable: people of each role, classes of each level and state, seats and sales that agree", async () => {
  const { context } = app.current;
  expect(await loadDemoSchool(context)).toBe(true);
  const people = await context.db.select().from(users);
  const taught = await context.db.select().from(classes);
  const seats = await context.db.select().from(enrollments);
  const paid = await context.db.select().from(payments);

  expect(people.filter(({ role }) => role === "instructor").length).toBeGreaterThanOrEqual(7);
  expect(people.filter(({ role }) => role === "admin")).toHaveLength(1);
  expect(taught.length).toBeGreaterThanOrEqual(14);
  expect(new Set(taught.map(({ status }) => status))).toEqual(new Set(["approved", "pending", "denied"]));
  expect(new Set(taught.map(({ level }) => level))).toEqual(
    new Set(["beginner", "intermediate", "advanced"]),
  );
  expect(taught.filter(({ feedback }) => feedback).length).toBeGreaterThan(2);
  for (const { id, enrolledStudents } of taught) {
    expect(seats.filter(({ classId }) => classId === id)).toHaveLength(enrolledStudents);
  }
  expect(paid).toHaveLength(seats.length);
  for (const { intentId } of paid) expect(await intentStatus(app.current, intentId)).toBe("succeeded");
});

test("is loaded once, and only where nobody is yet", async () => {
  const { context } = app.current;
  await loadDemoSchool(context);
  const before = await context.db.$count(users);
  expect(await loadDemoSchool(context)).toBe(true);
  expect(await context.db.$count(users)).toBe(before);
});

test("its three accounts sign in and have their roles", async () => {
  await loadDemoSchool(app.current.context);
  expect(namedAccounts.map(({ role }) => role)).toEqual(["student", "instructor", "admin"]);
  for (const { email, role } of namedAccounts) {
    const signedIn = await fetch(`${app.current.origin}/identity/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: demoPassword }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const answer = await fetch(`${app.current.origin}/identity/token`, { headers: { cookie } });
    const identityToken = (await answer.json()) as { token: string };
    const { body } = await call(app.current, "POST /jwt", { body: { email } }, identityToken);
    expect((await call(app.current, `GET /users/${role}/{email}`, { params: { email } }, body)).body).toEqual(
      { [role]: true },
    );
  }
});
