import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { type TestApp, useTestApp } from "../../../test/app.ts";
import { mailsTo } from "../../../test/mails.ts";
import { type TestPerson, call, makePerson } from "../../../test/people.ts";
import { makeClass } from "../../../test/school.ts";
import { UpstreamError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { outbox, sendDueMail } from "../../platform/outbox.ts";
import { isReleaseWindow, nextRelease } from "./schedule.ts";
import { releaseWhenDue } from "./release-newsletter.ts";
import { sendNewsletter } from "./send-newsletter.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscriptions } from "./tables.ts";

const day = 86_400;

async function subscribers({ context }: TestApp, count: number): Promise<void> {
  const at = context.clock.now();
  await context.db.insert(newsletterSubscriptions).values(
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      name: `Reader ${index}`,
      email: `reader${index}@example.org`,
      state: "confirmed" as const,
      createdAt: at,
      confirmedAt: at,
    })),
  );
}

/** Renews the token, which expires when the clock advances. */
const loggedIn = async ({ context }: TestApp, person: TestPerson): Promise<TestPerson> => ({
  ...person,
  token: await context.accessTokens.issue(person.id),
});

const overview = async (app: TestApp, admin: TestPerson) =>
  (await call(app, "GET /admin/newsletter", {}, await loggedIn(app, admin))).body;
const release = async (app: TestApp, admin: TestPerson, newsUntil?: string) =>
  call(
    app,
    "POST /admin/newsletter/release",
    { body: { newsUntil: newsUntil ?? app.clock.now().toISOString() } },
    await loggedIn(app, admin),
  );

async function openClass(
  app: TestApp,
  instructor: TestPerson,
  sent: Parameters<typeof makeClass>[2] = {},
): Promise<string> {
  const id = await makeClass(app, await loggedIn(app, instructor), sent);
  app.clock.advance(60);
  return id;
}

async function sendAll({ context, clock }: TestApp, send?: (to: string) => void): Promise<string[]> {
  const taken: string[] = [];
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const written = await sendNewsletter(context);
    const sent = await sendDueMail(context.db, clock, context.log, async (mail) => {
      send?.(mail.to);
      taken.push(mail.to);
    });
    if (written === 0 && sent === 0) break;
  }
  return taken;
}

describe("a newsletter that an admin releases", () => {
  const app = useTestApp();
  let admin: TestPerson;
  let instructor: TestPerson;
  beforeEach(async () => {
    admin = await makePerson(app.current, "admin");
    instructor = await makePerson(app.current, "instructor");
  });

  test("does not tell of the classes of a suspended instructor", async () => {
    await openClass(app.current, instructor);
    const suspension = { params: { id: instructor.id }, body: { reason: "Spam" } };
    const admins = await loggedIn(app.current, admin);
    expect((await call(app.current, "PATCH /users/suspend/{id}", suspension, admins)).status).toBe(200);
    expect((await overview(app.current, admin)).draft).toBeNull();
  });

  test("tells of the classes approved since the last one, once", async () => {
    expect((await overview(app.current, admin)).draft).toBeNull();
    expect((await release(app.current, admin)).body.code).toBe("newsletter-empty");
    const id = await openClass(app.current, instructor, { className: "Rain & Ink" });
    await openClass(app.current, instructor, { className: "Still pending", status: "pending" });
    await openClass(app.current, instructor, { className: "Denied", status: "denied" });
    const { draft, nextRelease: next } = await overview(app.current, admin);
    expect(next).toBeNull();
    expect(draft).toMatchObject({
      subject: "New on Senga: Rain & Ink",
      classes: [{ _id: id, className: "Rain & Ink", instructorName: instructor.name, price: 49 }],
      moreClasses: 0,
    });

    await openClass(app.current, instructor, { className: "Too late" });
    await subscribers(app.current, 1);
    app.current.clock.advance(60);
    expect((await release(app.current, admin, draft.newsUntil)).status).toBe(200);
    await sendNewsletter(app.current.context);
    const [mail] = await mailsTo(app.current, "reader0@example.org");
    expect(mail).toMatchObject({ subject: "New on Senga: Rain & Ink" });
    const { origin } = app.current.context.settings;
    expect(mail?.html).toContain(`src="${origin}/share/class/${id}.png"`);
    expect(mail?.html).toContain(`href="${origin}/classes/${id}"`);
    expect(mail?.html).toContain("Rain &amp; Ink");
    expect(mail?.text).toContain(`Rain & Ink\nwith ${instructor.name}`);
    expect(mail?.text).not.toContain("Too late");
    const picture = await fetch(`${app.current.origin}/share/class/${id}.png`);
    expect(picture.headers.get("content-type")).toBe("image/png");

    expect((await overview(app.current, admin)).draft.classes).toMatchObject([{ className: "Too late" }]);
    expect((await release(app.current, admin)).body.code).toBe("newsletter-too-soon");
    app.current.clock.advance(7 * day);
    expect((await release(app.current, admin)).status).toBe(200);
    app.current.clock.advance(7 * day);
    expect((await release(app.current, admin)).body.code).toBe("newsletter-empty");
  });

  test("goes to everybody who has confirmed, once, in batches, and says how far it is", async () => {
    await subscribers(app.current, 95);
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
      { number: 1, releasedBy: admin.name, sent: 0, failed: 0, left: 95, finishedAt: null },
    ]);
    await sendNewsletter(context);
    await sendNewsletter(context);
    expect(await context.db.$count(newsletterDeliveries)).toBe(40);
    const taken = await sendAll(app.current);
    expect(taken.filter((to) => to.startsWith("reader"))).toHaveLength(95);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).not.toContain("pending@example.org");
    expect(taken).not.toContain("ended@example.org");
    expect((await overview(app.current, admin)).issues).toMatchObject([
      { sent: 95, failed: 0, left: 0, finishedAt: expect.any(String) },
    ]);
    expect(await sendAll(app.current)).toEqual([]);
  });

  test("several processes that send at once, and one that dies, write to nobody twice", async () => {
    await subscribers(app.current, 60);
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

  test("is not sent to who unsubscribes meanwhile, also when the mail is written already", async () => {
    await subscribers(app.current, 45);
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
      .where(eq(newsletterSubscriptions.email, "reader44@example.org"));
    const taken = await sendAll(app.current);
    expect(taken).not.toContain("reader3@example.org");
    expect(taken).not.toContain("reader44@example.org");
    expect(taken.filter((to) => to.startsWith("reader"))).toHaveLength(43);
    expect((await overview(app.current, admin)).issues).toMatchObject([{ sent: 43, failed: 0, left: 0 }]);
  });

  test("tells of mails that the relay refuses for good, and goes on to the others", async () => {
    await subscribers(app.current, 3);
    await openClass(app.current, instructor);
    await release(app.current, admin);
    await sendAll(app.current, (to) => {
      if (to === "reader1@example.org")
        throw new UpstreamError("mail", { isTransient: false, hasResponse: true }, new Error("550"));
    });
    expect((await overview(app.current, admin)).issues).toMatchObject([{ sent: 2, failed: 1, left: 0 }]);
    const { db } = app.current.context;
    expect(await db.select().from(newsletterIssues).where(isNull(newsletterIssues.finishedAt))).toEqual([]);
    const queued = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, "reader1@example.org")));
    expect(queued).toHaveLength(1);
  });

  test("is tested on oneself alone", async () => {
    await subscribers(app.current, 2);
    await openClass(app.current, instructor);
    const { draft } = await overview(app.current, admin);
    const { body } = await call(
      app.current,
      "POST /admin/newsletter/test",
      { body: { newsUntil: draft.newsUntil } },
      admin,
    );
    expect(body).toEqual({ sentTo: admin.email });
    const [mail] = await mailsTo(app.current, admin.email);
    expect(mail).toMatchObject({ subject: `[Test] ${draft.subject}`, unsubscribeUrl: null });
    expect(await mailsTo(app.current, "reader0@example.org")).toEqual([]);
    expect((await overview(app.current, admin)).issues).toEqual([]);
  });

  test("of two admins who release at once, one does", async () => {
    await openClass(app.current, instructor);
    const answers = await Promise.all([release(app.current, admin), release(app.current, admin)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await app.current.context.db.$count(newsletterIssues)).toBe(1);
  });

  test("shows who gets it, page by page", async () => {
    await subscribers(app.current, 3);
    const first = await call(
      app.current,
      "GET /admin/newsletter/subscribers",
      { query: { limit: "2" } },
      admin,
    );
    expect(first.body).toMatchObject([{ email: "reader0@example.org" }, { email: "reader1@example.org" }]);
    expect(first.headers.get("link")).toContain('rel="next"');
    expect((await overview(app.current, admin)).subscribers).toEqual({
      confirmed: 3,
      pending: 0,
      unsubscribed: 0,
    });
  });

  test("never goes out by itself unless a setting says so", async () => {
    await openClass(app.current, instructor);
    for (let hours = 0; hours < 8 * 24; hours += 12) {
      app.current.clock.advance(12 * 3600);
      await releaseWhenDue(app.current.context);
    }
    expect(await app.current.context.db.$count(newsletterIssues)).toBe(0);
  });
});

describe("a newsletter that goes out by itself", () => {
  const app = useTestApp({ NEWSLETTER_AUTOMATIC: "yes" });

  test("does so on Thursdays, when there is something new", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await openClass(app.current, instructor);
    const released: Date[] = [];
    for (let hours = 0; hours < 15 * 24; hours += 1) {
      app.current.clock.advance(3600);
      await releaseWhenDue(app.current.context);
      const issues = await app.current.context.db.select().from(newsletterIssues);
      if (issues.length > released.length) {
        released.push(app.current.clock.now());
        if (released.length === 1) await openClass(app.current, instructor, { className: "The next" });
      }
    }
    expect(released).toHaveLength(2);
    expect(released.map((at) => at.getUTCDay())).toEqual(
      released.map((at) => (at.getUTCHours() < 16 ? 5 : 4)),
    );
    const issues = await app.current.context.db.select().from(newsletterIssues);
    expect(issues.every(({ releasedBy }) => releasedBy === null)).toBe(true);
  });
});

test("the weekly hour is Thursday, 16:00 UTC, and a day after for who was away", () => {
  const at = (time: string) => isReleaseWindow(new Date(time));
  expect(at("2026-11-19T15:59:59Z")).toBe(false);
  expect(at("2026-11-19T16:00:00Z")).toBe(true);
  expect(at("2026-11-20T15:59:59Z")).toBe(true);
  expect(at("2026-11-20T16:00:00Z")).toBe(false);
  expect(at("2026-11-25T16:00:00Z")).toBe(false);
  expect(at("2026-11-26T16:00:01Z")).toBe(true);
});

test("between two newsletters lies a week, or two hours less", () => {
  const last = new Date("2026-11-19T17:00:00Z");
  expect(nextRelease(new Date("2026-11-26T14:59:59Z"), last)).toEqual(new Date("2026-11-26T15:00:00Z"));
  expect(nextRelease(new Date("2026-11-26T15:00:00Z"), last)).toBeUndefined();
  expect(nextRelease(last, undefined)).toBeUndefined();
});
