/**
 * `npm run bench -- mail`: mails a second that one process hands to a relay on loopback, and what that makes of a
 * newsletter and of a daily digest to 100,000 people. `MAILS` is the number of each.
 */
import { SMTPServer } from "smtp-server";
import { mailNotifications } from "../src/features/school/notifications/mail-notifications.ts";
import { notifications } from "../src/features/school/notifications/tables.ts";
import { sendNewsletter } from "../src/features/office/newsletter/send-newsletter.ts";
import { newsletterIssues, newsletterSubscriptions } from "../src/features/office/newsletter/tables.ts";
import type { AppContext } from "../src/context.ts";
import { notificationSources } from "../src/features.ts";
import { newId } from "../src/platform/ids.ts";
import { enqueueMails, outbox } from "../src/platform/outbox.ts";
import { sendDueMail } from "../src/platform/send-due-mail.ts";
import { say, sayLoad } from "./parts/figures.ts";
import { type Row, atLeast, sayTable } from "./parts/rows.ts";
import { addPeople, fill, inBatches } from "./parts/school.ts";
import { withDatabase, withFolder } from "./parts/site.ts";

const mails = Number(process.env["MAILS"] ?? 2000);
const audience = 100_000;
/** Mails a second; an audience is served within two hours. */
const goals = { outbox: 50, newsletter: 14, notifications: 14 };

export const rows: Row[] = [];

/** Acknowledges each mail, and forgets it. */
async function withRelay(work: (settings: { SANDBOX_SMTP_URL: string }) => Promise<void>): Promise<void> {
  const relay = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, taken) => stream.once("end", () => taken()).resume(),
  });
  await new Promise<void>((listening) => relay.listen(0, "127.0.0.1", listening));
  const { port } = relay.server.address() as { port: number };
  try {
    await work({ SANDBOX_SMTP_URL: `smtp://127.0.0.1:${port}` });
  } finally {
    await new Promise<void>((closed) => relay.close(() => closed()));
  }
}

const sendAll = ({ db, clock, log, mail }: AppContext): Promise<number> =>
  sendDueMail(db, clock, log, mail.send);

/** Measures until `write` finds nothing more to queue. */
async function measure(
  what: keyof typeof goals,
  context: AppContext,
  write: () => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  let sent = 0;
  for (;;) {
    await write();
    const now = await sendAll(context);
    if (now === 0) break;
    sent += now;
  }
  const rate = sent / ((performance.now() - begun) / 1000);
  const minutes = (audience / rate / 60).toFixed(0);
  say(
    `${what}: ${sent} mails, ${rate.toFixed(0)}/s, ${audience.toLocaleString("en-US")} in ${minutes} minutes`,
  );
  rows.push({ what, measured: `${rate.toFixed(0)} mails/s`, goal: atLeast(Math.floor(rate), goals[what]) });
}

async function measureAll(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const words = "Word after word of what is new in the school, as long as such mails are. ".repeat(40);
  const mail = { subject: "News", text: words, html: `<p>${words}</p>` };
  const queued = Array.from({ length: mails }, (_, index) => ({ ...mail, to: `reader${index}@example.org` }));
  await inBatches(queued, (some) => enqueueMails(db, clock, some));
  await measure("outbox", context, async () => {});

  const subscribers = Array.from({ length: mails }, (_, index) => ({
    id: newId(),
    name: "A reader",
    email: `reader${index}@example.org`,
    state: "confirmed" as const,
    createdAt: now,
    confirmedAt: now,
  }));
  await inBatches(subscribers, (some) => db.insert(newsletterSubscriptions).values(some));
  const drawn = { name: "Eyes That Speak", instructorName: "Mio", level: "beginner", priceCents: 4900 };
  const listed = Array.from({ length: 5 }, () => ({ ...drawn, id: newId() }));
  await db.insert(newsletterIssues).values({
    id: newId(),
    number: 1,
    subject: "Five new classes",
    classes: listed,
    moreClasses: 0,
    newsUntil: now,
    releasedAt: now,
  });
  await measure("newsletter", context, () => sendNewsletter(context));

  const people = await addPeople(context, "student", mails);
  const told = people.flatMap((personId) =>
    Array.from({ length: 3 }, () => ({
      id: newId(),
      personId,
      kind: "critique-received" as const,
      aboutId: newId(),
      path: "/dashboard",
      createdAt: new Date(now.getTime() - 2 * 86_400_000),
      mailAt: now,
    })),
  );
  await inBatches(told, (some) => db.insert(notifications).values(some));
  await measure("notifications", context, () => mailNotifications(context, notificationSources));
  say(`left in the outbox: ${await db.$count(outbox)}`);
  sayLoad();
}

await withRelay((relay) =>
  withFolder((folder) =>
    withDatabase((database) => fill({ ...folder, ...database, ...relay, DEMO_SCHOOL: "no" }, measureAll)),
  ),
);
sayTable(rows);
