/** @databases both */
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { useTestApp } from "../../test/support/app.ts";
import { soon } from "../../test/support/stripe-sandbox.ts";
import { type Says, useRelays } from "../../test/support/smtp-relay.ts";
import { createMailGateway } from "../gateways/mail.ts";
import { UpstreamError } from "./errors.ts";
import { startJob } from "./jobs.ts";
import { createLog } from "./log.ts";
import {
  type Mail,
  type QueuedMail,
  emailOfDeleted,
  enqueueMail,
  enqueueMails,
  outbox,
  removeFailedMail,
} from "./outbox.ts";
import { type TakenMails, batchSize, sendDueMail, sentAtOnce } from "./send-due-mail.ts";

const app = useTestApp();
const mail: Mail = { to: "ada@example.org", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

const run = (send: (each: QueuedMail) => Promise<void>, taken?: TakenMails) =>
  sendDueMail(app.current.context.db, app.current.clock, app.current.context.log, send, undefined, taken);

const addMails = (count: number) =>
  enqueueMails(
    app.current.context.db,
    app.current.clock,
    Array.from({ length: count }, () => mail),
  );

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
  const { context, clock } = app.current;
  await addMails(sentAtOnce + 2);
  const others: string[] = [];
  const slow: string[] = [];
  const losing = Promise.withResolvers<void>();
  const sending = run(async ({ id }) => {
    slow.push(id);
    await losing.promise;
  });
  await expect.poll(() => slow.length).toBe(sentAtOnce);
  // Nobody renews it, as after a process was killed.
  clock.advance(61);
  await run(async ({ id }) => void others.push(id));
  losing.resolve();
  await sending;
  expect(slow).toHaveLength(sentAtOnce);
  expect(others).toHaveLength(sentAtOnce + 2);
  expect(await context.db.select().from(outbox)).toEqual([]);
});

test("an email that is withdrawn while those before it are sent is not sent", async () => {
  const { context, clock } = app.current;
  for (let count = 0; count < sentAtOnce + 1; count += 1) await enqueueMail(context.db, clock, mail);
  const [last] = (await context.db.select().from(outbox)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const withdrawn = Promise.withResolvers<void>();
  const sent: string[] = [];
  const sending = run(async ({ id }) => {
    sent.push(id);
    await withdrawn.promise;
  });
  await expect.poll(() => sent.length).toBe(sentAtOnce);
  await context.db.delete(outbox).where(eq(outbox.id, last!.id));
  withdrawn.resolve();
  expect(await sending).toBe(sentAtOnce);
  expect(sent).not.toContain(last!.id);
});

test("an email that takes minutes is not sent by another process meanwhile", async () => {
  const { context, clock } = app.current;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    await enqueueMail(context.db, clock, mail);
    const leasedUntil = async () => (await context.db.select().from(outbox))[0]?.nextTryAt;
    let sends = 0;
    const count = async (): Promise<void> => void (sends += 1);
    const sending = run(async () => {
      for (let seconds = 0; seconds < 180; seconds += 15) {
        clock.advance(15);
        vi.advanceTimersByTime(15_000);
        await expect.poll(leasedUntil).toEqual(new Date(clock.now().getTime() + 60_000));
        await run(count);
      }
    });
    expect(await sending).toBe(1);
    expect(sends).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("an email whose deletion failed, or was lost, is deleted and not sent again", async () => {
  const { context, clock } = app.current;
  const taken: TakenMails = new Map();
  const sent: string[] = [];
  const send = async ({ id }: QueuedMail): Promise<void> => void sent.push(id);
  const id = await enqueueMail(context.db, clock, mail);
  const [row] = await context.db.select().from(outbox);
  const away = new Error("the database is away");
  const broken = new Proxy(context.db, {
    get: (db, name) =>
      name === "delete" ? () => ({ where: () => Promise.reject(away) }) : Reflect.get(db, name),
  });
  await expect(sendDueMail(broken, clock, context.log, send, undefined, taken)).rejects.toBe(away);
  expect(await context.db.$count(outbox)).toBe(1);
  expect(await run(send, taken)).toBe(0);
  expect(await context.db.$count(outbox)).toBe(0);
  // The commit of the deletion was lost by a failover.
  await context.db.insert(outbox).values(row!);
  expect(await run(send, taken)).toBe(0);
  expect(await context.db.$count(outbox)).toBe(0);
  expect(sent).toEqual([id]);
});

test("the ids of sent emails are not kept for good", async () => {
  const taken: TakenMails = new Map(Array.from({ length: 10_000 }, (_, index) => [`mail ${index}`, true]));
  await addMails(3);
  expect(await run(async () => {}, taken)).toBe(3);
  expect(taken.size).toBe(10_000);
});

test("all that is due is sent in one run, several at a time", async () => {
  await addMails(250);
  let atOnce = 0;
  let most = 0;
  const { promise: several, resolve } = Promise.withResolvers<void>();
  const send = async (): Promise<void> => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    if (atOnce === sentAtOnce) resolve();
    await several;
    await new Promise((done) => setImmediate(done));
    atOnce -= 1;
  };
  expect(await run(send)).toBe(250);
  expect(most).toBe(sentAtOnce);
});

test("an email on which the relay stalls holds up neither those of its batch nor later ones", async () => {
  const { db } = app.current.context;
  const [stalledId] = await addMails(batchSize + 1);
  const { promise: stalled, resolve: release } = Promise.withResolvers<void>();
  const sends: string[] = [];
  const sending = run(async ({ id }) => {
    sends.push(id);
    if (id === stalledId) await stalled;
  });
  const leftIds = async () => (await db.select().from(outbox)).map(({ id }) => id);
  await expect.poll(leftIds, soon).toEqual([stalledId]);
  await enqueueMail(db, app.current.clock, mail);
  await expect.poll(leftIds, soon).toEqual([stalledId]);
  release();
  expect(await sending).toBe(batchSize + 2);
  expect(new Set(sends).size).toBe(sends.length);
  expect(await leftIds()).toEqual([]);
});

test("an email whose lease ran out while it is under way is not sent again by its own process", async () => {
  const { clock } = app.current;
  const [id] = await addMails(1);
  const { promise: stalled, resolve: release } = Promise.withResolvers<void>();
  const sends: string[] = [];
  const sending = run(async (each) => {
    sends.push(each.id);
    if (each.id === id) await stalled;
  });
  await expect.poll(() => sends).toEqual([id]);
  clock.advance(61);
  const [later] = await addMails(1);
  await expect.poll(() => sends, soon).toEqual([id, later]);
  release();
  expect(await sending).toBe(2);
  expect(await app.current.context.db.$count(outbox)).toBe(0);
});

test("a stop waits for the emails under way and releases the others", async () => {
  const { context, clock } = app.current;
  await addMails(sentAtOnce + 4);
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
  expect(sends).toBe(sentAtOnce);
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
    await sendDueMail(
      db,
      app.current.clock,
      log,
      createMailGateway(options, { reach: 300, accept: 300 }).send,
    );
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

  test("is given one Message-ID for all tries", async () => {
    const { relay, left } = await sendBy({ ".": "451 later" });
    app.current.clock.advance(61);
    await run(async () => {});
    expect(relay.heard).toContain(`Message-ID: <${left[0]?.id}@senga.example>`);
  });

  test("accepts the email: nothing is left in the outbox", async () => {
    const { left, relay } = await sendBy({});
    expect(left).toEqual([]);
    expect(relay.heard).toContain("RCPT TO:<ada.private@example.org>");
  });
});
