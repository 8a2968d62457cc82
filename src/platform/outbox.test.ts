/** @databases both */
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../test/support/app.ts";
import { type Says, useRelays } from "../../test/support/smtp-relay.ts";
import { createMailGateway } from "../gateways/mail.ts";
import { UpstreamError } from "./errors.ts";
import { startJob } from "./jobs.ts";
import { createLog } from "./log.ts";
import { type Mail, emailOfDeleted, enqueueMail, outbox, removeFailedMail, sendDueMail } from "./outbox.ts";

const app = useTestApp();
const mail: Mail = { to: "ada@example.org", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

const run = (send: (each: Mail) => Promise<void>) =>
  sendDueMail(app.current.context.db, app.current.clock, app.current.context.log, send);

test("an email is sent once, and only if its transaction commits", async () => {
  const { db } = app.current.context;
  await expect(
    db.transaction(async (tx) => {
      await enqueueMail(tx, app.current.clock, { ...mail, subject: "Never" });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await enqueueMail(db, app.current.clock, mail);
  const sent: string[] = [];
  const take = async ({ subject }: Mail): Promise<void> => void sent.push(subject);
  expect(await run(take)).toBe(1);
  expect(await run(take)).toBe(0);
  expect(sent).toEqual(["Hello"]);
});

test("a refused email is retried after 1, 2, 4 … minutes", async () => {
  await enqueueMail(app.current.context.db, app.current.clock, mail);
  let tries = 0;
  const refuse = async (): Promise<void> => {
    tries += 1;
    throw new UpstreamError("mail", { isTransient: true, hasResponse: false }, new Error("no relay"));
  };
  await run(refuse);
  await run(refuse);
  expect(tries).toBe(1);
  app.current.clock.advance(61);
  await run(refuse);
  app.current.clock.advance(61);
  await run(refuse);
  expect(tries).toBe(2);
  app.current.clock.advance(60);
  expect(await run(async () => {})).toBe(1);
  expect(await app.current.context.db.select().from(outbox)).toEqual([]);
});

test("nothing is queued for a deleted account, and what was given up goes after 30 days", async () => {
  const { db, log } = app.current.context;
  await enqueueMail(db, app.current.clock, { ...mail, to: emailOfDeleted("7") });
  expect(await db.$count(outbox)).toBe(0);
  await enqueueMail(db, app.current.clock, mail);
  await sendDueMail(db, app.current.clock, log, async () => {
    throw new UpstreamError("mail", { isTransient: false, hasResponse: true }, new Error("no mailbox"));
  });
  for (const left of [1, 0]) {
    app.current.clock.advance(left === 1 ? 30 * 86_400 - 1 : 2);
    await removeFailedMail(app.current.context);
    expect(await db.$count(outbox)).toBe(left);
  }
});

test("an email that one process sends is left alone by others", async () => {
  for (let i = 0; i < 5; i += 1) await enqueueMail(app.current.context.db, app.current.clock, mail);
  const taken: Mail[] = [];
  const take = async (each: Mail): Promise<void> => void taken.push(each);
  await Promise.all([run(take), run(take), run(take)]);
  expect(taken).toHaveLength(5);
});

test("an email arrives in the mailbox over SMTP", async () => {
  await enqueueMail(app.current.context.db, app.current.clock, {
    ...mail,
    subject: "Grüße ✎",
    text: "Ä line\nand another",
  });
  expect(await run(app.current.context.mail.send)).toBe(1);
  const read = await fetch(`${app.current.origin}/sandbox/mailbox.json?to=ada@example.org`);
  expect(await read.json()).toMatchObject([
    { to: "ada@example.org", subject: "Grüße ✎", text: expect.stringContaining("Ä line") },
  ]);
});

test("an email is sent once even when a slow process loses its lease", async () => {
  const { db } = app.current.context;
  for (const subject of ["One", "Two"]) await enqueueMail(db, app.current.clock, { ...mail, subject });
  const sent: string[] = [];
  const slow = async ({ subject }: Mail): Promise<void> => {
    sent.push(`slow ${subject}`);
    // The ten-minute lease expires during the first mail, and another process takes the due mails.
    app.current.clock.advance(601);
    await run(async (each) => void sent.push(`other ${each.subject}`));
  };
  expect(await run(slow)).toBe(1);
  expect(sent).toEqual(["slow One", "other One", "other Two"]);
  expect(await db.select().from(outbox)).toEqual([]);
});

test("a stop waits for the current email and releases the others", async () => {
  const { context, clock } = app.current;
  for (let i = 0; i < 5; i += 1) await enqueueMail(context.db, clock, mail);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  let sends = 0;
  const send = async (): Promise<void> => {
    sends += 1;
    begin();
    await taken;
  };
  const job = startJob(
    "mail",
    3,
    (signal) => sendDueMail(context.db, clock, context.log, send, signal),
    context.log,
  );
  void job.runNow();
  await begun;
  const stopped = job.stop();
  take();
  await stopped;
  expect(sends).toBe(1);
  const left = await context.db.select().from(outbox);
  expect(left.map(({ tries }) => tries)).toEqual([0, 0, 0, 0]);
  expect(await run(async () => {})).toBe(4);
});

describe("the mail relay", () => {
  const openRelay = useRelays();

  async function sendBy(says: Says) {
    const { db } = app.current.context;
    const relay = await openRelay(says);
    const lines: string[] = [];
    const log = createLog("debug", { write: (line) => void lines.push(line) });
    const options = {
      smtpUrl: relay.url,
      from: "Senga <hello@senga.example>",
      supportEmail: "help@senga.example",
    };
    await enqueueMail(db, app.current.clock, {
      ...mail,
      to: "ada.private@example.org",
      subject: "Secret subject",
    });
    await sendDueMail(db, app.current.clock, log, createMailGateway(options, 300).send);
    return { relay, left: await db.select().from(outbox), log: lines.join("") };
  }
  const repeats = (code: number) => `${code} 5.1.1 <ada.private@example.org>: Secret subject`;

  test.each<[string, Says, string]>([
    ["the recipient", { "RCPT TO": repeats(550) }, "550"],
    ["the text", { ".": repeats(554) }, "554"],
  ])("refuses %s for good: the email is kept as failed and not retried", async (_, says, failure) => {
    const { left, log } = await sendBy(says);
    expect(left).toMatchObject([
      { tries: 1, failure, failedAt: expect.any(Date), recipient: "ada.private@example.org" },
    ]);
    expect(log).toContain(`"failure":"${failure}"`);
    expect(log).not.toMatch(/private|Secret/);
    app.current.clock.advance(7 * 86_400);
    const again: string[] = [];
    await run(async ({ to }) => void again.push(to));
    expect(again).toEqual([]);
  });

  test.each<[string, Says, string]>([
    ["temporarily", { "RCPT TO": repeats(451) }, "451"],
    ["because of the password", { AUTH: repeats(535) }, "535"],
    ["because of the sender", { "MAIL FROM": repeats(553) }, "553"],
    ["by not answering the connection", { "": undefined }, "ETIMEDOUT"],
    ["by not answering the recipient", { "RCPT TO": undefined }, "ETIMEDOUT"],
    ["by not answering the text", { ".": undefined }, "ETIMEDOUT"],
  ])("fails %s: the email is retried in a minute", async (_, says, failure) => {
    const { left, log } = await sendBy(says);
    expect(left).toMatchObject([{ tries: 1, failure, failedAt: null }]);
    expect(log).not.toMatch(/private|Secret/);
    app.current.clock.advance(61);
    expect(await run(async () => {})).toBe(1);
  });

  test("accepts the email: nothing is left in the outbox", async () => {
    const { left, relay } = await sendBy({});
    expect(left).toEqual([]);
    expect(relay.heard).toContain("RCPT TO:<ada.private@example.org>");
  });
});
