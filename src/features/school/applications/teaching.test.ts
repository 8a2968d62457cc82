import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { outbox } from "../../../platform/outbox.ts";
import { sendDueMail } from "../../../platform/send-due-mail.ts";
import { users } from "../../../access/tables.ts";
import { isPortfolioUrl } from "./policy.ts";
import { findApplications } from "../users/queries.ts";
import { teachingApplications } from "../users/tables.ts";

const app = useTestApp();
const usual = {
  text: "I have drawn hands for ten years.\nI would open with boxes.",
  portfolio: "https://example.org/hands",
};

const apply = (person: TestPerson, sent: object = {}) =>
  call(app.current, "POST /teaching/application", { body: { ...usual, ...sent } }, person);
const read = (person: TestPerson, email = person.email) =>
  call(app.current, "GET /teaching/application/{email}", { params: { email } }, person);
const mails = () => app.current.context.db.select().from(outbox).orderBy(asc(outbox.id));

test("an application is stored, readable by its owner and admins, and emailed to both", async () => {
  const student = await makePerson(app.current, "student");
  const admin = await makePerson(app.current, "admin");
  expect((await read(student)).body).toBeNull();

  const { status, body } = await apply(student);
  expect(status).toBe(200);
  const at = app.current.clock.now().toISOString();
  const undecided = { decision: null, decidedAt: null, note: null, appliesAgainFrom: null };
  const expected = { _id: body.insertedId, ...usual, createdAt: at, updatedAt: at, ...undecided };
  expect((await read(student)).body).toEqual(expected);
  expect((await read(admin, student.email)).body).toEqual(expected);
  expect((await read(admin, "nobody@example.org")).body).toBeNull();

  const [toApplicant, toSupport] = await mails();
  expect(toApplicant).toMatchObject({
    recipient: student.email,
    subject: "We have your application to teach",
    text: expect.not.stringContaining("I would open with boxes."),
  });
  expect(toSupport).toMatchObject({
    recipient: "support@senga.example",
    subject: `Application to teach from ${student.name}`,
    text: expect.stringContaining("Portfolio: https://example.org/hands"),
  });
  expect(toSupport?.text).toContain(`Reply to: ${student.email}`);
});

test("applying again replaces the application, and an unchanged one changes and emails nothing", async () => {
  const student = await makePerson(app.current, "student");
  const first = await apply(student);
  const createdAt = app.current.clock.now().toISOString();
  app.current.clock.advance(60);
  const text = "I have drawn hands for eleven years.";
  const second = await apply(student, { text });
  expect(second.body).toEqual(first.body);
  const updatedAt = app.current.clock.now().toISOString();
  expect((await read(student)).body).toMatchObject({ text, createdAt, updatedAt });
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    "We have your application to teach",
    `Application to teach from ${student.name}`,
    "We have the changes to your application",
    `Changed application to teach from ${student.name}`,
  ]);

  app.current.clock.advance(60);
  expect((await apply(student, { text: ` ${text} ` })).body).toEqual(first.body);
  expect((await read(student)).body).toMatchObject({ updatedAt });
  expect(await mails()).toHaveLength(4);
});

test("a double click sends one application", async () => {
  const student = await makePerson(app.current, "student");
  const answers = await Promise.all([apply(student), apply(student), apply(student)]);
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
  expect(await app.current.context.db.select().from(teachingApplications)).toHaveLength(1);
  expect(await mails()).toHaveLength(2);
});

test("instructors, admins, visitors and other students are refused", async () => {
  const student = await makePerson(app.current, "student");
  await apply(student);
  for (const role of ["instructor", "admin"] as const) {
    expect((await apply(await makePerson(app.current, role))).status).toBe(403);
  }
  expect((await call(app.current, "POST /teaching/application", { body: usual })).status).toBe(401);
  const other = await makePerson(app.current, "student");
  expect((await read(other, student.email)).status).toBe(403);
});

const noUrl = "Enter a link to your portfolio, like https://example.org/drawings";

test.each([
  ["a text too short", { text: "Too short" }, "Write at least 20 characters"],
  ["a text of spaces", { text: `${" ".repeat(30)}short` }, "Write at least 20 characters"],
  ["a text too long", { text: "x".repeat(2001) }, "Write at most 2000 characters"],
  ["a NUL", { text: `${"x".repeat(30)}\0` }, "Leave out control characters"],
  ["no portfolio", { portfolio: "" }, noUrl],
  ["half an address", { portfolio: "example.org" }, noUrl],
  ["a NUL in an address", { portfolio: "https://example.org/\0" }, noUrl],
  ["a script", { portfolio: "javascript:alert(1)" }, noUrl],
  ["an address without a host", { portfolio: "https://" }, noUrl],
  ["an address with an empty host", { portfolio: "https:///" }, noUrl],
  ["another protocol", { portfolio: "ftp://example.org/a" }, noUrl],
  ["a space in the address", { portfolio: "https://a b" }, noUrl],
])("%s is refused", async (_, sent, message) => {
  const student = await makePerson(app.current, "student");
  const { status, body } = await apply(student, sent);
  expect(status).toBe(400);
  expect(body.fields).toContainEqual({ field: Object.keys(sent)[0], message });
  expect((await read(student)).body).toBeNull();
});

test("the shortest and longest texts are accepted, also in two-unit characters", async () => {
  const student = await makePerson(app.current, "student");
  const portfolio = `https://example.org/${"p".repeat(480)}`;
  for (const text of ["𝕩".repeat(20), "𝕩".repeat(2000)]) {
    expect((await apply(student, { text, portfolio })).status).toBe(200);
    expect((await read(student)).body).toMatchObject({ text, portfolio });
  }
  expect((await apply(student, { portfolio: `${portfolio}p` })).status).toBe(400);
});

test("a portfolio address is a valid web URL, in any letter case", () => {
  expect(isPortfolioUrl("HTTP://example.org")).toBe(true);
  expect(isPortfolioUrl("https://例え.jp/線画?a=b#c")).toBe(true);
  expect(isPortfolioUrl("https://[")).toBe(false);
});

test("HTML and line breaks in a name or text are escaped", async () => {
  const { context, clock, origin } = app.current;
  const student = await makePerson(app.current, "student");
  const name = "<b>Ada</b>\r\nBcc: all@example.org";
  await context.db.update(users).set({ name }).where(eq(users.id, student.id));
  await apply(student, { text: '<img src=x onerror="alert(1)"> and some more words' });
  await sendDueMail(context.db, clock, context.log, context.mail.send);
  const toAll = await fetch(`${origin}/sandbox/mailbox.json?to=all@example.org`);
  expect(await toAll.json()).toEqual([]);
  for (const to of [student.email, "support@senga.example"]) {
    const [mail] = await (await fetch(`${origin}/sandbox/mailbox.json?to=${to}`)).json();
    expect(mail.subject).not.toContain("\n");
    const html = await (await fetch(`${origin}/sandbox/mailbox/${mail.id}/html`)).text();
    expect(html).not.toMatch(/<img|<b>/);
    const page = await (await fetch(`${origin}/sandbox/mailbox/${mail.id}`)).text();
    expect(page).not.toContain("<dt>Bcc</dt>");
  }
});

test("the applications of a list of users are looked up together", async () => {
  const { db } = app.current.context;
  const [ada, ben, eve] = [
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
  ];
  await apply(ada);
  await apply(eve);
  const found = await findApplications(db, [ada.id, ben.id]);
  expect(found.map(({ userId }) => userId)).toEqual([ada.id]);
  expect(await findApplications(db, [])).toEqual([]);
});
