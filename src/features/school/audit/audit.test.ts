/** @databases both: a trigger and jsonb */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";

const app = useTestApp();

const read = async (admin: TestPerson, query: Record<string, string> = {}) =>
  (await call(app.current, "GET /admin/audit", { query }, admin)).body as Record<string, unknown>[];
const decide = (admin: TestPerson, verb: "approve" | "deny", id: string) =>
  call(app.current, `PATCH /admin/${verb}/class/{id}`, { params: { id } }, admin);
const advise = (admin: TestPerson, id: string, body: { feedback: string; base?: string }) =>
  call(app.current, "PATCH /admin/feedback/{id}", { params: { id }, body }, admin);
test("every decision is recorded with its author, subject, before and after", async () => {
  const admin = await makePerson(app.current, "admin");
  const instructor = await makePerson(app.current, "instructor");
  const student = await makePerson(app.current, "student");
  const id = await makeClass(app.current, instructor, { className: "Rain", status: "pending" });
  const other = await makeClass(app.current, instructor, { className: "Snow", status: "pending" });
  await advise(admin, id, { feedback: "Say more." });
  await decide(admin, "approve", id);
  await decide(admin, "deny", other);
  await call(app.current, "PATCH /users/instructor/{id}", { params: { id: student.id } }, admin);

  const by = { _id: admin.id, name: admin.name };
  const date = app.current.clock.now().toISOString();
  expect(await read(admin)).toMatchObject([
    {
      kind: "role-changed",
      by,
      about: { _id: student.id, name: student.name },
      before: "student",
      after: "instructor",
      date,
    },
    { kind: "class-denied", by, about: { _id: other, name: "Snow" }, before: "pending", after: "denied" },
    { kind: "class-approved", by, about: { _id: id, name: "Rain" }, before: "pending", after: "approved" },
    { kind: "feedback-given", by, about: { _id: id, name: "Rain" }, before: null, after: "Say more." },
  ]);
  expect((await read(admin, { kind: "class-denied" })).map(({ _id }) => _id)).toHaveLength(1);
  expect(await read(admin, { q: "zebra" })).toEqual([]);
  expect(await read(admin, { q: "rain" })).toHaveLength(2);
  expect(await read(admin, { q: admin.name })).toHaveLength(4);
});

test("a refused or unchanged decision writes no entry and no email", async () => {
  const [admin, other] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor, { className: "Rain", status: "pending" });
  await decide(admin, "approve", id);
  const late = await decide(other, "deny", id);
  expect(late.body).toMatchObject({
    code: "class-already-decided",
    detail: `“Rain” was already approved by ${admin.name}. Your click changed nothing.`,
  });
  await advise(admin, id, { feedback: "Well inked." });
  expect((await advise(other, id, { feedback: "Well inked." })).body).toEqual({ modifiedCount: 1 });
  expect((await advise(other, id, { feedback: "Mine.", base: "" })).body.code).toBe(
    "feedback-changed-meanwhile",
  );
  await advise(other, id, { feedback: "", base: "Well inked." });
  expect((await read(admin)).map(({ kind, after }) => [kind, after])).toEqual([
    ["feedback-given", null],
    ["feedback-given", "Well inked."],
    ["class-approved", "approved"],
  ]);
  expect((await mailsTo(app.current, instructor.email)).map(({ subject }) => subject)).toEqual([
    "“Rain” has been approved",
    "Feedback on “Rain”",
  ]);
});

test("the instructor is emailed each decision with its reason", async () => {
  const admin = await makePerson(app.current, "admin");
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor, { className: "Rain", status: "pending" });
  await advise(admin, id, { feedback: "Too short.\nAdd a page." });
  await decide(admin, "deny", id);
  const [feedback, denied] = await mailsTo(app.current, instructor.email);
  expect(feedback?.text).toMatch(/your class “Rain”:\s+Too short\.\s+Add a page\./);
  expect(denied?.subject).toBe("“Rain” has been denied");
  expect(denied?.text).toContain("Add a page.");
});

test.runIf(isPostgres)("of two concurrent edits of one feedback, one is refused", async () => {
  const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
  const id = await makeClass(app.current, await makePerson(app.current, "instructor"));
  const answers = await Promise.all([
    advise(one, id, { feedback: "One.", base: "" }),
    advise(two, id, { feedback: "Two.", base: "" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("the database refuses to update or delete an entry", async () => {
  const admin = await makePerson(app.current, "admin");
  await makeClass(app.current, await makePerson(app.current, "instructor"));
  const { db } = app.current.context;
  for (const attempt of [sql`update audit_entries set actor_name = 'x'`, sql`delete from audit_entries`]) {
    await expect(db.execute(attempt)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("only ever added to") },
    });
  }
  expect(await read(admin)).toHaveLength(1);
});
