import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, startTestApp } from "../../test/support/app.ts";
import { getMedia } from "../../test/support/media.ts";
import { intentStatus } from "../../test/support/paying.ts";
import { call } from "../../test/support/people.ts";
import type { Role } from "../../src/access/policy.ts";
import { type Person, findPersonByEmail } from "../../src/access/queries.ts";
import { users } from "../../src/access/tables.ts";
import { issueCertificates } from "../../src/features/studio/certificates/issue-certificates.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { comments } from "../../src/features/studio/gallery/tables.ts";
import { payments } from "../../src/features/office/payments/tables.ts";
import { drawings } from "./drawings.ts";
import { loadDemoSchool } from "./load.ts";
import { demoPassword, namedAccounts } from "./people.ts";

let app: TestApp;
let isLoaded: boolean;
beforeAll(async () => {
  app = await startTestApp();
  isLoaded = await loadDemoSchool(app.context);
}, 180_000);
afterAll(() => app?.close());

async function demoAccount(role: Role): Promise<{ person: Person; token: string }> {
  const { db, accessTokens } = app.context;
  const person = (await findPersonByEmail(db, `${role}@senga.example`))!;
  return { person, token: await accessTokens.issue(person.id) };
}

async function enrolledIn({ id, email }: Person, name: string): Promise<{ classId: string }> {
  const token = await app.context.accessTokens.issue(id);
  const { body } = await call(app, "GET /enrolled/classes/{email}", { params: { email } }, { token });
  return body.find(({ className }: { className: string }) => className === name);
}

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
  const { person: noor, ...student } = await demoAccount("student");
  const { classId } = await enrolledIn(noor, "Hair Built from Ribbons");
  const gallery = await call(app, "GET /class/{classId}/gallery", { params: { classId } }, student);
  const shown = drawings.filter(
    ({ className, isShown }) => isShown && className === "Hair Built from Ribbons",
  );
  expect(gallery.body.map((row: { lessonTitle: string }) => row.lessonTitle).toSorted()).toEqual(
    shown.map(({ lesson }) => lesson).toSorted(),
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
  expect(await context.db.$count(comments)).toBe(2);
});

test("the student has an unread critique with pins, a class half done, and a finished one with its certificate", async () => {
  const { person: noor, ...student } = await demoAccount("student");
  const learning = async (name: string) => {
    const { classId } = await enrolledIn(noor, name);
    const params = { email: noor.email, classId };
    const { body } = await call(app, "GET /learning/{email}/class/{classId}", { params }, student);
    const lessons: { isDone: boolean }[] = body.sections.flatMap(
      (section: { lessons: object[] }) => section.lessons,
    );
    return { params, lessons };
  };
  const hair = await learning("Hair Built from Ribbons");
  const done = hair.lessons.filter(({ isDone }) => isDone).length;
  expect(done).toBeGreaterThan(2);
  expect(done).toBeLessThan(hair.lessons.length);

  const unread = await call(app, "GET /notifications", {}, student);
  const waiting = unread.body.filter(({ isRead }: { isRead: boolean }) => !isRead);
  expect(waiting.map(({ kind }: { kind: string }) => kind)).toEqual(["critique-received"]);
  const [, lesson = ""] = /lessons\/(.+)$/.exec(waiting[0].path) ?? [];
  const params = { classId: hair.params.classId, id: lesson };
  const { rounds } = (await call(app, "GET /class/{classId}/lesson/{id}/submission", { params }, student))
    .body;
  expect(rounds[0].critique.pins.length).toBeGreaterThan(1);

  await issueCertificates(app.context);
  const lines = await learning("One Hundred Pen Lines");
  expect(lines.lessons.every(({ isDone }) => isDone)).toBe(true);
  const path = "GET /learning/{email}/class/{classId}/certificate";
  const { number } = (await call(app, path, { params: lines.params }, student)).body;
  const certificate = await call(app, "GET /certificates/{number}", { params: { number } });
  expect(certificate.body).toMatchObject({
    name: "Noor Haddad",
    className: "One Hundred Pen Lines",
    effort: { lessons: 5, exercises: 2, accepted: 2 },
    check: { isGenuine: true, isRevoked: false },
  });
});

test("the instructor has four drawings to critique: one due tomorrow, one in its second round", async () => {
  const { person: iris, ...instructor } = await demoAccount("instructor");
  const params = { email: iris.email };
  const { body: queue } = await call(app, "GET /instructor/critiques/{email}", { params }, instructor);
  expect(queue).toHaveLength(4);
  const now = app.clock.now().getTime();
  const days = queue.map(
    ({ promisedBy }: { promisedBy: string }) => (Date.parse(promisedBy) - now) / 86_400_000,
  );
  expect(days.filter((left: number) => left > 0.9 && left < 1.1)).toHaveLength(1);
  expect(Math.min(...days)).toBeGreaterThan(0.9);
  expect(queue.map(({ number }: { number: number }) => number).toSorted()).toEqual([1, 1, 1, 2]);
  expect(new Set(queue.map(({ studentName }: { studentName: string }) => studentName)).size).toBe(4);
});

test("the admin has a class, an application, a report and a message to decide", async () => {
  const admin = await demoAccount("admin");
  const list = async (key: string, query: Record<string, string> = {}): Promise<unknown[]> =>
    (await call(app, key, { query }, admin)).body;
  expect((await list("GET /admin/manage/classes", { status: "pending" })).length).toBeGreaterThan(0);
  expect(await list("GET /admin/applications")).toHaveLength(1);
  expect(await list("GET /admin/reports")).toMatchObject([
    { kind: "comment", reports: [{ reason: "unkind" }] },
  ]);
  expect(await list("GET /admin/messages", { status: "open" })).toHaveLength(1);
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
