import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, startTestApp } from "../../test/support/app.ts";
import { getMedia } from "../../test/support/media.ts";
import { intentStatus } from "../../test/support/paying.ts";
import { call } from "../../test/support/people.ts";
import { findPersonByEmail } from "../../src/features/accounts/queries.ts";
import { users } from "../../src/features/accounts/tables.ts";
import { classes } from "../../src/features/classes/tables.ts";
import { submissions } from "../../src/features/critique/tables.ts";
import { enrollments } from "../../src/features/enrollments/tables.ts";
import { payments } from "../../src/features/payments/tables.ts";
import { className, drawings } from "./drawings.ts";
import { loadDemoSchool } from "./load.ts";
import { demoPassword, namedAccounts } from "./people.ts";

let app: TestApp;
let isLoaded: boolean;
beforeAll(async () => {
  app = await startTestApp();
  isLoaded = await loadDemoSchool(app.context);
}, 180_000);
afterAll(() => app?.close());

test("is believable: people of each role, classes of each level and state, seats and sales that agree", async () => {
  const { context } = app;
  expect(isLoaded).toBe(true);
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
  for (const { intentId } of paid) expect(await intentStatus(app, intentId)).toBe("succeeded");
});

test("has a gallery with drawings, a critique with pins and a comment, and a drawing that waits", async () => {
  const { context } = app;
  const noor = await findPersonByEmail(context.db, "student@senga.example");
  const student = { token: await context.accessTokens.issue(noor!.id) };
  const { classId } = (
    await call(app, "GET /enrolled/classes/{email}", { params: { email: noor!.email } }, student)
  ).body.find((row: { className: string }) => row.className === className);
  const gallery = await call(app, "GET /class/{classId}/gallery", { params: { classId } }, student);
  expect(gallery.body.map((row: { lessonTitle: string }) => row.lessonTitle).toSorted()).toEqual(
    drawings.map(({ lesson }) => lesson).toSorted(),
  );
  for (const { _id: id } of gallery.body) {
    const { body } = await call(
      app,
      "GET /class/{classId}/gallery/{id}",
      { params: { classId, id } },
      student,
    );
    const [picture] = body.pictures;
    const path = `submissions/${picture._id}/${picture.widths[0]}.webp`;
    const { status, headers } = await getMedia(app, path, noor);
    expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(Number(headers.get("content-length"))).toBeLessThan(60 * 1024);
  }
  const [own] = await context.db.select().from(submissions).where(eq(submissions.studentId, noor!.id));
  const params = { classId, id: own!.lessonId };
  const { rounds } = (await call(app, "GET /class/{classId}/lesson/{id}/submission", { params }, student))
    .body;
  expect(rounds[0].critique.pins.length).toBeGreaterThan(1);
});

test("is loaded once, and only where nobody is yet", async () => {
  const { context } = app;
  const before = await context.db.$count(users);
  expect(await loadDemoSchool(context)).toBe(true);
  expect(await context.db.$count(users)).toBe(before);
});

test("its three accounts sign in and have their roles", async () => {
  expect(namedAccounts.map(({ role }) => role)).toEqual(["student", "instructor", "admin"]);
  for (const { email, role } of namedAccounts) {
    const signedIn = await fetch(`${app.origin}/identity/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: demoPassword }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const answer = await fetch(`${app.origin}/identity/token`, { headers: { cookie } });
    const identityToken = (await answer.json()) as { token: string };
    const { body } = await call(app, "POST /jwt", { body: { email } }, identityToken);
    expect((await call(app, `GET /users/${role}/{email}`, { params: { email } }, body)).body).toEqual({
      [role]: true,
    });
  }
});
