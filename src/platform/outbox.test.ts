import { expect, test } from "vitest";
import { useTestApp } from "../../test/app.ts";
import { OutsideFailure } from "./errors.ts";
import { type Mail, enqueueMail, outbox, sendDueMail } from "./outbox.ts";

const app = useTestApp();
const mail: Mail = { to: "ada@example.org", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

const run = (send: (each: Mail) => Promise<void>) =>
  sendDueMail(app.current.world.db, app.current.clock, app.current.world.log, send);

test("a mail goes out once, and only if the transaction that asks for it holds", async () => {
  const { db } = app.current.world;
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

test("a refused mail is tried again after 1, 2, 4 … minutes", async () => {
  await enqueueMail(app.current.world.db, app.current.clock, mail);
  let tries = 0;
  const refuse = async (): Promise<void> => {
    tries += 1;
    throw new OutsideFailure("mail", { isPassing: true, isAnswered: false }, new Error("no relay"));
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
  expect(await app.current.world.db.select().from(outbox)).toEqual([]);
});

test("what one process has taken, another leaves alone", async () => {
  for (let i = 0; i < 5; i += 1) await enqueueMail(app.current.world.db, app.current.clock, mail);
  const taken: Mail[] = [];
  const take = async (each: Mail): Promise<void> => void taken.push(each);
  await Promise.all([run(take), run(take), run(take)]);
  expect(taken).toHaveLength(5);
});

test("really reaches the mailbox over SMTP", async () => {
  await enqueueMail(app.current.world.db, app.current.clock, {
    ...mail,
    subject: "Grüße ✎",
    text: "Ä line\nand another",
  });
  expect(await run(app.current.world.mail.send)).toBe(1);
  const read = await fetch(`${app.current.origin}/sandbox/mailbox.json?to=ada@example.org`);
  expect(await read.json()).toMatchObject([
    { to: "ada@example.org", subject: "Grüße ✎", text: expect.stringContaining("Ä line") },
  ]);
});
