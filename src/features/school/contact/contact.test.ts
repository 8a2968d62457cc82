import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { call } from "../../../../test/support/people.ts";
import { outbox } from "../../../platform/outbox.ts";
import { sendDueMail } from "../../../platform/send-due-mail.ts";
import { contactMessages } from "./tables.ts";

const app = useTestApp();
const support = "support@senga.example";

const write = (sent: object) =>
  call(app.current, "POST /contact", {
    body: { name: "Ada", email: "Ada@Example.org", message: "Hello", ...sent },
  });

const stored = () => app.current.context.db.select().from(contactMessages);
const queued = () => app.current.context.db.select().from(outbox);

async function supportReads() {
  const { context, clock, origin } = app.current;
  await sendDueMail(context.db, clock, context.log, context.mail.send);
  const mails = await (await fetch(`${origin}/sandbox/mailbox.json?to=${support}`)).json();
  const page = async (path: string) => (await fetch(`${origin}/sandbox/mailbox/${path}`)).text();
  return {
    mails,
    headers: await page(mails[0].id),
    html: await page(`${mails[0].id}/html`),
  };
}

test("a message is stored and emailed to support", async () => {
  const { status, body } = await write({ message: "Two lines\nof a message" });
  expect(status).toBe(200);
  expect(await stored()).toMatchObject([
    { id: body.insertedId, name: "Ada", email: "ada@example.org", message: "Two lines\nof a message" },
  ]);
  const { mails } = await supportReads();
  expect(mails).toMatchObject([{ to: support, subject: "Message from Ada" }]);
  expect(mails[0].text).toContain("of a message");
  expect(mails[0].text).toContain("Reply to: ada@example.org");
});

test.each([
  ["name", "", "Name is required"],
  ["name", "   ", "Name is required"],
  ["email", "nobody", "Enter a valid email address, like name@example.com"],
  ["message", " \n ", "Message is required"],
  ["message", "a\0b", "Remove the control characters from your message"],
  ["name", "Ada\r\nBcc: all@example.org", "Enter your name on one line, without control characters"],
  ["name", "Ada\0", "Enter your name on one line, without control characters"],
])("%s %j is refused: %s", async (field, value, message) => {
  const { status, body } = await write({ [field]: value });
  expect(status).toBe(400);
  expect(body.fields).toContainEqual({ field, message });
  expect(await stored()).toEqual([]);
});

test("HTML and headers in a message are escaped", async () => {
  const message = 'First\r\n.\r\nBcc: all@example.org\r\n\r\n<img src=x onerror="alert(1)">';
  await write({ name: '<script>alert("Ada")</script> =?utf-8?q?Bcc=3A?=', message });
  const { mails, headers, html } = await supportReads();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: support,
    subject: 'Message from <script>alert("Ada")</script> =?utf-8?q?Bcc=3A?=',
    text: expect.stringContaining('<img src=x onerror="alert(1)">'),
  });
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(headers).not.toContain("<dt>Bcc</dt>");
  const toAll = await fetch(`${app.current.origin}/sandbox/mailbox.json?to=all@example.org`);
  expect(await toAll.json()).toEqual([]);
});

test("a form filled in by a bot gets the same answer and is discarded", async () => {
  const honest = await write({ website: "" });
  const program = await write({ website: "https://pills.example" });
  expect(program.status).toBe(200);
  expect(Object.keys(program.body)).toEqual(Object.keys(honest.body));
  expect(program.body.insertedId).not.toBe(honest.body.insertedId);
  expect(await stored()).toMatchObject([{ id: honest.body.insertedId }]);
  expect(await queued()).toHaveLength(1);
});
