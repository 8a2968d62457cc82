import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { sendDueMail } from "../../../platform/send-due-mail.ts";

const app = useTestApp();

const write = async (name: string, message: string): Promise<string> =>
  (await call(app.current, "POST /contact", { body: { name, email: `${name}@example.org`, message } })).body
    .insertedId;
const list = async (admin: TestPerson, query: Record<string, string> = {}) =>
  (await call(app.current, "GET /admin/messages", { query }, admin)).body;
const openCount = async (admin: TestPerson) =>
  (await call(app.current, "GET /admin/messages/open", {}, admin)).body.open;
const reply = (admin: TestPerson, id: string, body: object) =>
  call(app.current, "POST /admin/messages/{id}/replies", { params: { id }, body }, admin);
const mark = (admin: TestPerson, id: string, done: boolean) =>
  call(app.current, "PATCH /admin/messages/{id}", { params: { id }, body: { done } }, admin);
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

test("an admin lists messages newest first, by status and by search", async () => {
  const admin = await makePerson(app.current, "admin");
  const first = await write("ada", "The thumb of lesson three looks wrong");
  await write("ben", "My payment shows twice");
  expect(names(await list(admin))).toEqual(["ben", "ada"]);
  expect(await openCount(admin)).toBe(2);
  await mark(admin, first, true);
  expect(await openCount(admin)).toBe(1);
  expect(names(await list(admin, { status: "open" }))).toEqual(["ben"]);
  expect(names(await list(admin, { status: "done" }))).toEqual(["ada"]);
  expect(names(await list(admin, { q: "thumb" }))).toEqual(["ada"]);
  expect(names(await list(admin, { q: "BEN@example" }))).toEqual(["ben"]);
  expect(names(await list(admin, { q: "thumb", status: "open" }))).toEqual([]);
  expect(names(await list(admin, { id: first }))).toEqual(["ada"]);
  expect(names(await list(admin, { id: first, status: "open" }))).toEqual([]);
  expect((await mark(admin, first, true)).body).toEqual({ modifiedCount: 0 });
  expect((await mark(admin, first, false)).body).toEqual({ modifiedCount: 1 });
  expect(await openCount(admin)).toBe(2);
});

test("a reply is emailed and stored with the message, and answers go to support", async () => {
  const admin = await makePerson(app.current, "admin");
  const id = await write("ada", "Where are the worksheets?\nI looked everywhere.");
  const sent = await reply(admin, id, { text: "Under Materials.\nSorry for the search!", repliesSeen: 0 });
  expect(sent.status).toBe(200);
  const [message] = await list(admin);
  expect(message).toMatchObject({
    done: expect.any(String),
    replies: [{ _id: sent.body.insertedId, text: "Under Materials.\nSorry for the search!", by: admin.name }],
  });
  const [mail] = await mailsTo(app.current, "ada@example.org");
  expect(mail?.text).toContain("Under Materials.");
  expect(mail?.text).toContain("> Where are the worksheets?");

  const { context, clock, origin } = app.current;
  await sendDueMail(context.db, clock, context.log, context.mail.send);
  const [arrived] = await (await fetch(`${origin}/sandbox/mailbox.json?to=ada@example.org`)).json();
  const page = await (await fetch(`${origin}/sandbox/mailbox/${arrived.id}`)).text();
  expect(page).toContain("<dt>Reply-To</dt><dd>support@senga.example</dd>");
});

test("support can reply to the email itself", async () => {
  await write("ada", "Hello");
  const [mail] = await mailsTo(app.current, "support@senga.example");
  expect(mail?.replyTo).toBe("ada@example.org");
});

test("of two concurrent replies to a message, one is refused", async () => {
  const [one, other] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
  const id = await write("ada", "Hello?");
  const answers = await Promise.all([
    reply(one, id, { text: "Hello!", repliesSeen: 0 }),
    reply(other, id, { text: "Hi!", repliesSeen: 0 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("message-answered-meanwhile");
  expect(await mailsTo(app.current, "ada@example.org")).toHaveLength(1);
  expect((await reply(other, id, { text: "And welcome.", repliesSeen: 1 })).status).toBe(200);
});

test.each([
  ["nothing", { text: " " }],
  ["too much", { text: "x".repeat(5001) }],
  ["a NUL", { text: "a\0b" }],
])("a reply of %s is refused", async (_, body) => {
  const admin = await makePerson(app.current, "admin");
  const id = await write("ada", "Hello?");
  const { status, body: problem } = await reply(admin, id, body);
  expect({ status, field: problem.fields[0].field }).toEqual({ status: 400, field: "text" });
  expect(await openCount(admin)).toBe(1);
});

test("an unknown message is not found", async () => {
  const admin = await makePerson(app.current, "admin");
  const id = "019fbd93-42e9-71e3-b6ef-000000000000";
  expect((await reply(admin, id, { text: "Hello" })).body.code).toBe("message-not-found");
  expect((await mark(admin, id, true)).body.code).toBe("message-not-found");
});
