import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { addSubscribers, overview } from "../../../../test/support/newsletter.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { outbox } from "../../../platform/outbox.ts";
import { sendDueMail } from "../../../platform/send-due-mail.ts";
import { mayMailLink, removeUnconfirmed } from "./subscriptions.ts";
import { newsletterLinks, newsletterSubscriptions } from "./tables.ts";

const app = useTestApp();
const ada = "ada@example.org";
const day = 86_400;

const subscribe = (sent: object = {}) =>
  call(app.current, "POST /newsletter", { body: { name: "Ada", email: ada, ...sent } });
const confirm = (token: string) => call(app.current, "POST /newsletter/confirm", { body: { token } });
const unsubscribe = (token: string) =>
  call(app.current, "POST /newsletter/unsubscribe/{token}", { params: { token } });

const mails = () => app.current.context.db.select().from(outbox).orderBy(asc(outbox.id));

async function newestTokens(): Promise<{ confirm: string; unsubscribe: string }> {
  const text = (await mails()).at(-1)?.text ?? "";
  const token = (page: string) => new RegExp(`/newsletter/${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? "";
  return { confirm: token("confirm"), unsubscribe: token("unsubscribe") };
}

async function subscription(email = ada) {
  const { db } = app.current.context;
  const [row] = await db
    .select()
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email));
  return row;
}

test("a subscription is confirmed and ended by links of their own", async () => {
  expect(await subscribe({ email: "Ada@Example.ORG" })).toMatchObject({
    status: 200,
    body: { accepted: true },
  });
  expect(await subscription()).toMatchObject({ name: "Ada", state: "pending", confirmedAt: null });
  const tokens = await newestTokens();

  expect(await confirm(tokens.confirm)).toMatchObject({ status: 200, body: { confirmed: true } });
  const confirmed = await subscription();
  expect(confirmed).toMatchObject({ state: "confirmed", confirmedAt: app.current.clock.now() });

  app.current.clock.advance(60);
  expect((await confirm(tokens.confirm)).status).toBe(200);
  expect(await subscription()).toEqual(confirmed);

  expect(await unsubscribe(tokens.unsubscribe)).toMatchObject({ status: 200, body: { unsubscribed: true } });
  const ended = await subscription();
  expect(ended).toMatchObject({ state: "unsubscribed", unsubscribedAt: app.current.clock.now() });
  app.current.clock.advance(60);
  expect((await unsubscribe(tokens.unsubscribe)).body).toEqual({ unsubscribed: true });
  expect(await subscription()).toEqual(ended);
});

test("the answer does not reveal whether the address is known", async () => {
  const answers = [await subscribe()];
  const tokens = await newestTokens();
  answers.push(await subscribe());
  await confirm(tokens.confirm);
  answers.push(await subscribe());
  await unsubscribe(tokens.unsubscribe);
  answers.push(await subscribe());
  answers.push(await subscribe({ website: "https://pills.example" }));
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({ status: 200, body: { accepted: true } });
  }
});

test("a link is emailed to unconfirmed addresses, at most every ten minutes", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  for (const state of ["pending", "unsubscribed"] as const) {
    expect(mayMailLink({ state, mailedAt: null }, now)).toBe(true);
    expect(mayMailLink({ state, mailedAt: ago(600) }, now)).toBe(true);
    expect(mayMailLink({ state, mailedAt: ago(599) }, now)).toBe(false);
  }
  expect(mayMailLink({ state: "confirmed", mailedAt: ago(600) }, now)).toBe(false);
});

test("an address that was never confirmed goes with its link", async () => {
  await subscribe();
  const tokens = await newestTokens();
  await subscribe({ email: "ben@example.org" });
  await confirm((await newestTokens()).confirm);
  const emails = async () =>
    (await app.current.context.db.select().from(newsletterSubscriptions)).map(({ email }) => email);
  app.current.clock.advance(7 * 86_400);
  await removeUnconfirmed(app.current.context);
  expect(await emails()).toHaveLength(2);
  app.current.clock.advance(1);
  await removeUnconfirmed(app.current.context);
  expect(await emails()).toEqual(["ben@example.org"]);
  expect((await confirm(tokens.confirm)).body.code).toBe("link-expired");
});

test("an address gets one email in ten minutes, also for concurrent requests", async () => {
  await Promise.all(Array.from({ length: 5 }, () => subscribe()));
  expect(await mails()).toHaveLength(1);
  app.current.clock.advance(599);
  await subscribe();
  expect(await mails()).toHaveLength(1);
  app.current.clock.advance(1);
  await Promise.all(Array.from({ length: 5 }, () => subscribe()));
  expect(await mails()).toHaveLength(2);
  await subscribe({ email: "ben@example.org" });
  expect(await mails()).toHaveLength(3);
});

test("a confirmed address gets no email and keeps its name", async () => {
  await subscribe();
  await confirm((await newestTokens()).confirm);
  app.current.clock.advance(day);
  await subscribe({ name: "Somebody else" });
  expect(await mails()).toHaveLength(1);
  expect(await subscription()).toMatchObject({ name: "Ada", state: "confirmed" });
});

test("after unsubscribing one can subscribe again, but not by an old link", async () => {
  await subscribe();
  const old = await newestTokens();
  await confirm(old.confirm);
  await unsubscribe(old.unsubscribe);
  expect((await confirm(old.confirm)).body.code).toBe("link-expired");
  expect((await subscription())?.state).toBe("unsubscribed");

  await subscribe();
  expect(await mails()).toHaveLength(2);
  expect((await subscription())?.state).toBe("pending");
  await confirm((await newestTokens()).confirm);
  expect((await subscription())?.state).toBe("confirmed");
  await unsubscribe(old.unsubscribe);
  expect((await subscription())?.state).toBe("unsubscribed");
});

test("a link to confirm expires after seven days, one to unsubscribe never", async () => {
  await subscribe();
  const tokens = await newestTokens();
  app.current.clock.advance(7 * day - 1);
  expect((await confirm(tokens.confirm)).status).toBe(200);
  app.current.clock.advance(1);
  const late = await confirm(tokens.confirm);
  expect(late).toMatchObject({ status: 410, body: { code: "link-expired" } });
  expect(late.body.detail).toContain("newsletter form");
  app.current.clock.advance(1000 * day);
  await unsubscribe(tokens.unsubscribe);
  expect((await subscription())?.state).toBe("unsubscribed");
});

test("a token works for one purpose only and is stored as a hash", async () => {
  await subscribe();
  const tokens = await newestTokens();
  for (const token of [tokens.unsubscribe, "never-given", "\0", ""]) {
    expect((await confirm(token)).body.code).toBe("link-expired");
  }
  for (const token of [tokens.confirm, "never-given", "\0"]) {
    expect((await unsubscribe(token)).body).toEqual({ unsubscribed: true });
  }
  expect((await subscription())?.state).toBe("pending");

  expect(tokens.confirm).toMatch(/^[\w-]{43}$/);
  const rows = JSON.stringify([
    await app.current.context.db.select().from(newsletterLinks),
    await subscription(),
  ]);
  expect(rows).not.toContain(tokens.confirm);
  expect(rows).not.toContain(tokens.unsubscribe);
});

test("expired links to confirm are deleted with the next email", async () => {
  await subscribe();
  app.current.clock.advance(8 * day);
  await subscribe();
  const links = await app.current.context.db.select().from(newsletterLinks);
  expect(links.map(({ purpose }) => purpose).toSorted()).toEqual(["confirm", "unsubscribe", "unsubscribe"]);
});

test("the email does not contain the name that was entered", async () => {
  await subscribe({ name: "Win at https://pills.example" });
  const [mail] = await mails();
  expect(mail?.text).not.toContain("pills");
  expect(mail?.html).not.toContain("pills");
});

test("a form filled in by a bot stores nothing", async () => {
  await subscribe({ website: "https://pills.example" });
  expect(await subscription()).toBeUndefined();
  expect(await mails()).toEqual([]);
});

test.each([
  ["name", "", "Name is required"],
  ["name", "Ada\nLovelace", "Enter your name on one line, without control characters"],
  ["email", "ada", "Enter a valid email address, like name@example.com"],
])("%s %j is refused: %s", async (field, value, message) => {
  const { status, body } = await subscribe({ [field]: value });
  expect(status).toBe(400);
  expect(body.fields).toContainEqual({ field, message });
});

test("an email carries the headers for one-click unsubscribing", async () => {
  await subscribe();
  const tokens = await newestTokens();
  const { context, clock, origin } = app.current;
  await sendDueMail(context.db, clock, context.log, context.mail.send);
  const [mail] = await (await fetch(`${origin}/sandbox/mailbox.json?to=${ada}`)).json();
  const page = await (await fetch(`${origin}/sandbox/mailbox/${mail.id}`)).text();
  const oneClick = `${context.settings.origin}/api/newsletter/unsubscribe/${tokens.unsubscribe}`;
  expect(page).toMatch(/<dt>List-Unsubscribe-Post<\/dt><dd>List-Unsubscribe=One-Click<\/dd>/);
  expect(page).toContain(
    `<dt>List-Unsubscribe</dt><dd>&lt;${oneClick}&gt;, &lt;mailto:support@senga.example?subject=Unsubscribe&gt;</dd>`,
  );

  const asForm = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const asParts = new FormData();
  asParts.set("List-Unsubscribe", "One-Click");
  for (const body of [asForm, asParts]) {
    const answer = await fetch(oneClick.replace(context.settings.origin, origin), { method: "POST", body });
    expect(answer.status).toBe(200);
  }
  expect((await subscription())?.state).toBe("unsubscribed");
});

test("confirming and unsubscribing at the same time ends unsubscribed", async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `race${round}@example.org`;
    await subscribe({ email });
    const tokens = await newestTokens();
    const [confirmed] = await Promise.all([confirm(tokens.confirm), unsubscribe(tokens.unsubscribe)]);
    expect([200, 410]).toContain(confirmed.status);
    expect((await subscription(email))?.state).toBe("unsubscribed");
  }
});

test("an admin sees how many have subscribed", async () => {
  const admin = await makePerson(app.current, "admin");
  await addSubscribers(app.current, 3);
  expect((await overview(app.current, admin)).subscribers).toEqual({
    confirmed: 3,
    pending: 0,
    unsubscribed: 0,
  });
});
