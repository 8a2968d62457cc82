import { eq, isNotNull, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import {
  addSubscribers,
  openClass,
  overview,
  release,
  sendAll,
} from "../../../../test/support/newsletter.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { formerMember } from "../../../access/policy.ts";
import { type QueuedMail, maxDueMails, outbox, removeFailedMail } from "../../../platform/outbox.ts";
import { sendDueMail, sentAtOnce } from "../../../platform/send-due-mail.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { erasePerson } from "../privacy/erase-person.ts";
import { sendNewsletter } from "./send-newsletter.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscriptions } from "./tables.ts";

const app = useTestApp();
let admin: TestPerson;
let instructor: TestPerson;
beforeEach(async () => {
  admin = await makePerson(app.current, "admin");
  instructor = await makePerson(app.current, "instructor");
});

describe("a released newsletter", () => {
  test("is sent to every confirmed subscriber once, in batches, and the admin sees the progress", async () => {
    await addSubscribers(app.current, 230);
    const { context, clock } = app.current;
    const at = clock.now();
    await context.db.insert(newsletterSubscriptions).values([
      { id: newId(), name: "P", email: "pending@example.org", state: "pending", createdAt: at },
      {
        id: newId(),
        name: "U",
        email: "ended@example.org",
        state: "unsubscribed",
        createdAt: at,
        confirmedAt: at,
        unsubscribedAt: at,
      },
    ]);
    await openClass(app.current, instructor);
    clock.advance(60);
    await release(app.current, admin);
    // Confirmed after the release, so not a recipient of this issue.
    clock.advance(60);
    await context.db
      .update(newsletterSubscriptions)
      .set({ state: "confirmed", confirmedAt: clock.now() })
      .where(eq(newsletterSubscriptions.email, "pending@example.org"));

    expect((await overview(app.current, admin)).issues).toMatchObject([
      { number: 1, releasedBy: admin.name, sent: 0, failed: 0, left: 230, finishedAt: null },
    ]);
    await sendNewsletter(context);
    await sendNewsletter(context);
    expect(await context.db.$count(newsletterDeliveries)).toBe(maxDueMails);
    const taken = await sendAll(app.current);
    expect(taken.filter((to) => to.startsWith("reader"))).toHaveLength(230);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).not.toContain("pending@example.org");
    expect(taken).not.toContain("ended@example.org");
    expect((await overview(app.current, admin)).issues).toMatchObject([
      { sent: 230, failed: 0, left: 0, finishedAt: expect.any(String) },
    ]);
    expect(await sendAll(app.current)).toEqual([]);
  });

  test("is sent once per subscriber by concurrent processes, even after a crash", async () => {
    await addSubscribers(app.current, 60);
    await openClass(app.current, instructor);
    await release(app.current, admin);
    const { context } = app.current;
    await Promise.all(Array.from({ length: 4 }, () => sendNewsletter(context)));
    // A crash in the middle of a batch rolls it back.
    const died = new Error("the process ends");
    await context.db
      .transaction(async (tx) => {
        await sendNewsletter({ ...context, db: tx });
        throw died;
      })
      .catch((error: unknown) => expect(error).toBe(died));
    const taken = await sendAll(app.current);
    expect(taken.filter((to) => to.startsWith("reader")).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, index) => `reader${index}@example.org`).toSorted(),
    );
  });

  test("is not sent to subscribers who unsubscribe meanwhile, even when the email is in the outbox", async () => {
    await addSubscribers(app.current, maxDueMails + 5);
    const lastReader = `reader${maxDueMails + 4}@example.org`;
    await openClass(app.current, instructor);
    await release(app.current, admin);
    const { context } = app.current;
    await sendNewsletter(context);
    const [written] = await mailsTo(app.current, "reader3@example.org");
    const token = /unsubscribe\?token=([\w-]+)/.exec(written?.text ?? "")?.[1] ?? "";
    expect(written?.unsubscribeUrl).toBe(`${context.settings.origin}/api/newsletter/unsubscribe/${token}`);
    await call(app.current, "POST /newsletter/unsubscribe/{token}", { params: { token } });
    await context.db
      .update(newsletterSubscriptions)
      .set({ state: "unsubscribed", unsubscribedAt: app.current.clock.now() })
      .where(eq(newsletterSubscriptions.email, lastReader));
    const taken = await sendAll(app.current);
    expect(taken).not.toContain("reader3@example.org");
    expect(taken).not.toContain(lastReader);
    expect(taken.filter((to) => to.startsWith("reader"))).toHaveLength(maxDueMails + 3);
    expect((await overview(app.current, admin)).issues).toMatchObject([
      { sent: maxDueMails + 3, failed: 0, left: 0 },
    ]);
  });

  test("counts emails that the relay refuses for good and goes on to the others", async () => {
    await addSubscribers(app.current, 3);
    await openClass(app.current, instructor);
    await release(app.current, admin);
    await sendAll(app.current, (to) => {
      if (to === "reader1@example.org")
        throw new UpstreamError("mail", { isTransient: false, hasResponse: true }, new Error("550"));
    });
    expect((await overview(app.current, admin)).issues).toMatchObject([{ sent: 2, failed: 1, left: 0 }]);
    const { db } = app.current.context;
    expect(await db.select().from(newsletterIssues).where(isNull(newsletterIssues.finishedAt))).toEqual([]);
    expect(await mailsTo(app.current, "reader1@example.org")).toHaveLength(1);

    app.current.clock.advance(31 * 86_400);
    await removeFailedMail(app.current.context);
    expect(await mailsTo(app.current, "reader1@example.org")).toEqual([]);
    expect((await overview(app.current, admin)).issues).toMatchObject([{ sent: 2, failed: 1, left: 0 }]);
  });

  test("arrives once though its instructor leaves meanwhile, and no longer names them", async () => {
    await addSubscribers(app.current, 4);
    await openClass(app.current, instructor);
    await release(app.current, admin);
    const { context, clock } = app.current;
    const readers = [0, 1, 2, 3].map((index) => `reader${index}@example.org`);
    const [first, second, rejected, delayed] = readers;
    const texts: Record<string, string[]> = {};
    const send = async ({ to, text }: QueuedMail) => {
      if (to === rejected)
        throw new UpstreamError("mail", { isTransient: false, hasResponse: true }, new Error("550"));
      if (to === delayed && !texts[to]) {
        texts[to] = [];
        throw new UpstreamError("mail", { isTransient: true, hasResponse: true }, new Error("450"));
      }
      if (readers.includes(to)) (texts[to] ??= []).push(text);
    };
    const sendDue = (sendOne: typeof send) => sendDueMail(context.db, clock, context.log, sendOne);
    const leaving = Promise.withResolvers<void>();
    await sendNewsletter(context);
    await sendDue(async (mail) => {
      // The relay has the mail, but has not answered yet.
      if (mail.to === second) {
        await expect.poll(() => context.db.$count(outbox, isNotNull(outbox.failure))).toBe(2);
        await context.db.transaction((tx) => erasePerson(tx, context, instructor, true));
        leaving.resolve();
      }
      if (mail.to === first) await leaving.promise;
      await send(mail);
    });
    for (let round = 0; round < 2; round += 1) {
      clock.advance(120);
      await sendNewsletter(context);
      await sendDue(send);
    }
    expect(Object.values(texts).map((each) => each.length)).toEqual([1, 1, 1]);
    expect(texts[first!]![0]).toContain(`with ${instructor.name}`);
    const [left] = await mailsTo(app.current, rejected!);
    for (const text of [texts[delayed!]![0], left?.text, left?.html]) {
      expect(text).toContain(`with ${formerMember}`);
      expect(text).not.toContain(instructor.name);
    }
    expect(left?.text).toContain("/newsletter/unsubscribe?token=");
    expect((await overview(app.current, admin)).issues).toMatchObject([{ sent: 3, failed: 1, left: 0 }]);
  });

  test("names nobody who has left in mails that were only waiting for the relay", async () => {
    await addSubscribers(app.current, sentAtOnce + 2);
    await openClass(app.current, instructor);
    await release(app.current, admin);
    const { context, clock } = app.current;
    await sendNewsletter(context);
    const texts: string[] = [];
    const left = Promise.withResolvers<void>();
    await sendDueMail(context.db, clock, context.log, async ({ text }) => {
      if (!text.includes("/newsletter/unsubscribe")) return;
      texts.push(text);
      if (texts.length === sentAtOnce) {
        await context.db.transaction((tx) => erasePerson(tx, context, instructor, true));
        left.resolve();
      }
      await left.promise;
    });
    const named = texts.map((text) => text.includes(instructor.name));
    expect(named).toEqual([...Array<boolean>(sentAtOnce).fill(true), false, false]);
  });
});
