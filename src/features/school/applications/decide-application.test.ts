import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";

const app = useTestApp();

const text = "I have drawn hands for ten years, and would teach them.";
const apply = (student: TestPerson, words = text) =>
  call(
    app.current,
    "POST /teaching/application",
    { body: { text: words, portfolio: "https://example.org/hands" } },
    student,
  );
const waiting = async (admin: TestPerson) =>
  (await call(app.current, "GET /admin/applications", {}, admin)).body;
const decide = (admin: TestPerson, verb: "accept" | "decline", id: string, note?: string) =>
  call(
    app.current,
    `PATCH /admin/${verb}/application/{id}`,
    { params: { id }, ...(note !== undefined && { body: { note } }) },
    admin,
  );
const own = async (student: TestPerson) =>
  (
    await call(
      app.current,
      "GET /teaching/application/{email}",
      { params: { email: student.email } },
      student,
    )
  ).body;

test("only undecided applications are listed, oldest first, and counted", async () => {
  const admin = await makePerson(app.current, "admin");
  const [ada, ben, eve] = [
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
  ];
  for (const student of [ada, ben, eve]) await apply(student);
  const [first, second] = await waiting(admin);
  expect(first).toMatchObject({
    text,
    portfolio: "https://example.org/hands",
    applicant: { name: ada.name },
  });
  expect((await call(app.current, "GET /admin/payments", {}, admin)).body.pendingApplications).toBe(3);
  await decide(admin, "accept", first._id);
  await decide(admin, "decline", second._id);
  await call(
    app.current,
    "PATCH /users/suspend/{id}",
    { params: { id: eve.id }, body: { reason: "Spam" } },
    admin,
  );
  expect(await waiting(admin)).toEqual([]);
  await call(app.current, "PATCH /users/reinstate/{id}", { params: { id: eve.id } }, admin);
  expect(await waiting(admin)).toHaveLength(1);
  await call(app.current, "PATCH /users/instructor/{id}", { params: { id: eve.id } }, admin);
  expect(await waiting(admin)).toEqual([]);
});

test("an accepted applicant becomes an instructor and gets a welcome email with the note", async () => {
  const admin = await makePerson(app.current, "admin");
  const student = await makePerson(app.current, "student");
  const { body } = await apply(student);
  expect((await decide(admin, "accept", body.insertedId, "Start with hands.")).body).toEqual({
    modifiedCount: 1,
  });
  const role = await call(
    app.current,
    "GET /users/instructor/{email}",
    { params: { email: student.email } },
    admin,
  );
  expect(role.body).toEqual({ instructor: true });
  const mails = await mailsTo(app.current, student.email);
  expect(mails.at(-1)).toMatchObject({ subject: "You're now a Senga instructor" });
  expect(mails.at(-1)?.text).toContain("Start with hands.");
  expect((await decide(admin, "decline", body.insertedId)).body.code).toBe("application-decided-already");
  expect((await mailsTo(app.current, student.email)).length).toBe(mails.length);
});

test("a declined applicant sees why and can apply again after thirty days, and the admin sees the first decision", async () => {
  const admin = await makePerson(app.current, "admin");
  const student = await makePerson(app.current, "student");
  const { body: first } = await apply(student);
  await decide(admin, "decline", first.insertedId, "Show us more hands.");
  const declinedAt = app.current.clock.now();
  const until = new Date(declinedAt.getTime() + 30 * 86_400_000).toISOString();
  expect(await own(student)).toMatchObject({
    decision: "declined",
    note: "Show us more hands.",
    appliesAgainFrom: until,
  });
  const mail = (await mailsTo(app.current, student.email)).at(-1);
  expect(mail?.text).toContain("Show us more hands.");
  expect((await call(app.current, "GET /admin/audit", {}, admin)).body).toMatchObject([
    { kind: "application-declined", about: { name: student.name }, after: "Show us more hands." },
  ]);
  expect((await apply(student)).body.code).toBe("applied-too-soon");

  app.current.clock.advance(30 * 86_400);
  const again = await renewToken(app.current, student);
  const adminCaller = await renewToken(app.current, admin);
  const { body: second } = await apply(again, `${text} Here are more.`);
  expect(second.insertedId).not.toBe(first.insertedId);
  expect(await own(again)).toMatchObject({ _id: second.insertedId, decision: null });
  expect(await waiting(adminCaller)).toMatchObject([
    { _id: second.insertedId, declinedBefore: { note: "Show us more hands." } },
  ]);
});

test("an application that was changed after an admin read it is not decided", async () => {
  const admin = await makePerson(app.current, "admin");
  const student = await makePerson(app.current, "student");
  await apply(student);
  const [{ _id: id, changed: seen }] = await waiting(admin);
  app.current.clock.advance(1);
  await apply(student, `${text} And feet.`);
  for (const verb of ["accept", "decline"] as const) {
    const sent = { params: { id }, body: { note: "Show us feet.", seen } };
    expect((await call(app.current, `PATCH /admin/${verb}/application/{id}`, sent, admin)).body.code).toBe(
      "application-changed-meanwhile",
    );
  }
  expect(await own(student)).toMatchObject({ decision: null });
  const [{ changed }] = await waiting(admin);
  const sent = { params: { id }, body: { seen: changed } };
  expect((await call(app.current, "PATCH /admin/decline/application/{id}", sent, admin)).status).toBe(200);
});

test("an application waits while its applicant is suspended", async () => {
  const admin = await makePerson(app.current, "admin");
  const student = await makePerson(app.current, "student");
  await apply(student);
  const [{ _id: id }] = await waiting(admin);
  const suspension = { params: { id: student.id }, body: { reason: "Sold what is free elsewhere" } };
  await call(app.current, "PATCH /users/suspend/{id}", suspension, admin);
  for (const verb of ["accept", "decline"] as const) {
    const answer = await call(
      app.current,
      `PATCH /admin/${verb}/application/{id}`,
      { params: { id } },
      admin,
    );
    expect(answer.body.code).toBe("applicant-suspended");
  }
  await call(app.current, "PATCH /users/reinstate/{id}", { params: { id: student.id } }, admin);
  const accept = call(app.current, "PATCH /admin/accept/application/{id}", { params: { id } }, admin);
  expect((await accept).status).toBe(200);
});

test.runIf(isPostgres)("when two admins decide at the same time, one succeeds", async () => {
  const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
  const student = await makePerson(app.current, "student");
  const { body } = await apply(student);
  const answers = await Promise.all([
    decide(one, "accept", body.insertedId),
    decide(two, "decline", body.insertedId),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
