import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { runMail, tell } from "../../../../test/support/notifications.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { end, runNode } from "../../../../test/support/site-process.ts";
import { notificationSources } from "../../../features.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueMails, maxDueMails, outbox } from "../../../platform/outbox.ts";
import { users } from "../../../access/tables.ts";
import type { NotificationKind } from "./kinds.ts";
import { mailNotifications } from "./mail-notifications.ts";
import { notifications } from "./tables.ts";

const app = useTestApp();
const hour = 3600;
const answered = "Your instructor critiqued a drawing you handed in";
const waits = "A student handed in a drawing for you to critique";
let student: TestPerson;
let instructor: TestPerson;
beforeEach(async () => {
  student = await makePerson(app.current, "student");
  instructor = await makePerson(app.current, "instructor");
});

const subjectsTo = async ({ email }: TestPerson) =>
  (await mailsTo(app.current, email)).map(({ subject }) => subject);
const choose = async (person: TestPerson, body: object) =>
  call(app.current, "PATCH /notifications/choices", { body }, await renewToken(app.current, person));

/** Moves the clock to the next full `hours` of UTC. */
function waitUntil(hours: number): void {
  const now = app.current.clock.now();
  const seconds = (now.getTime() / 1000) % 86_400;
  app.current.clock.advance((hours * hour - seconds + 86_400) % 86_400 || 86_400);
}

const handIn = (classId?: string) =>
  tell(app.current, {
    personId: instructor.id,
    kind: "drawing-handed-in",
    path: "/dashboard/critique",
    ...(classId && { classId }),
  });

describe("news that waits on a person", () => {
  test("is mailed at once, and once, with where it leads", async () => {
    await tell(app.current, { personId: student.id, path: "/dashboard/enrolled-classes/7#critique" });
    await runMail(app.current);
    await runMail(app.current);
    const mails = await mailsTo(app.current, student.email);
    expect(mails).toMatchObject([{ subject: answered }]);
    const { origin } = app.current.context.settings;
    expect(mails[0]?.text).toContain(`Take a look:\n${origin}/dashboard/enrolled-classes/7#critique`);
    expect(mails[0]?.unsubscribeUrl).toContain(`${origin}/api/notifications/unsubscribe?token=`);
  });

  test("is one mail for what comes together, and then one in ten minutes", async () => {
    for (let i = 0; i < 3; i += 1) await tell(app.current, { personId: student.id });
    await runMail(app.current);
    expect(await subjectsTo(student)).toEqual(["3 critiques"]);
    for (let minute = 0; minute < 25; minute += 1) {
      await tell(app.current, { personId: student.id });
      await runMail(app.current);
      app.current.clock.advance(60);
    }
    expect(await subjectsTo(student)).toEqual(["3 critiques", "11 critiques", "10 critiques"]);
    await tell(app.current, { personId: student.id, kind: "certificate-issued" });
    await runMail(app.current);
    expect((await subjectsTo(student)).at(-1)).toBe("You’ve finished a class, and your certificate is ready");
  });

  test("is not mailed when it was read before, by whatever way", async () => {
    await tell(app.current, { personId: student.id, path: "/a" });
    const body = { paths: ["/a"] };
    await call(app.current, "POST /notifications/read", { body }, student);
    await runMail(app.current);
    expect(await subjectsTo(student)).toEqual([]);
  });

  test("does not reach suspended people, and is not made up for later", async () => {
    await app.current.context.db.execute(sql`update users set suspended_at = now() where id = ${student.id}`);
    await tell(app.current, { personId: student.id });
    await runMail(app.current);
    await app.current.context.db.execute(sql`update users set suspended_at = null where id = ${student.id}`);
    await runMail(app.current);
    expect(await subjectsTo(student)).toEqual([]);
  });

  test("of their money reaches suspended people too", async () => {
    await app.current.context.db.execute(sql`update users set suspended_at = now() where id = ${student.id}`);
    await tell(app.current, { personId: student.id, kind: "refund-decided" });
    await runMail(app.current);
    expect(await subjectsTo(student)).toHaveLength(1);
  });

  test("does not reach who has lost the role that it is for", async () => {
    const admin = await makePerson(app.current, "admin");
    await tell(app.current, { personId: admin.id, kind: "refund-requested" });
    await app.current.context.db.update(users).set({ role: "student" }).where(eq(users.id, admin.id));
    await tell(app.current, { personId: admin.id, kind: "refund-requested" });
    await runMail(app.current);
    expect(await subjectsTo(admin)).toEqual([]);
    expect(await app.current.context.db.$count(notifications)).toBe(1);
  });

  test("does not reach people who have deleted their account", async () => {
    await tell(app.current, { personId: student.id });
    await app.current.context.db.execute(sql`update users set deleted_at = now() where id = ${student.id}`);
    await runMail(app.current);
    await tell(app.current, { personId: student.id });
    expect(await subjectsTo(student)).toEqual([]);
    expect(await app.current.context.db.$count(notifications)).toBe(1);
  });

  test("of money always comes, without a link to end it", async () => {
    await tell(app.current, {
      personId: student.id,
      kind: "refund-decided",
    });
    await runMail(app.current);
    expect(await mailsTo(app.current, student.email)).toMatchObject([{ unsubscribeUrl: null }]);
  });
});

describe("the daily digest", () => {
  test("is one mail for 500 drawings of a day, at 18:00", async () => {
    waitUntil(19);
    const classId = await makeClass(app.current, await renewToken(app.current, instructor));
    for (let quarter = 0; quarter < 92; quarter += 1) {
      for (let i = 0; i < 6; i += 1) if (quarter * 6 + i < 500) await handIn(classId);
      await runMail(app.current);
      app.current.clock.advance(900);
    }
    expect(await subjectsTo(instructor)).toEqual(["“Eyes That Speak” has been approved"]);
    app.current.clock.advance(60);
    await runMail(app.current);
    expect(await subjectsTo(instructor)).toEqual([expect.any(String), "500 drawings handed in"]);
    const digest = (await mailsTo(app.current, instructor.email))[1];
    expect(digest?.text.match(/- A student handed in/g)).toHaveLength(10);
    expect(digest?.text).toContain("And 490 more.");
    app.current.clock.advance(23 * hour);
    await handIn(classId);
    await runMail(app.current);
    app.current.clock.advance(hour);
    await runMail(app.current);
    expect((await subjectsTo(instructor)).at(-1)).toBe(waits);
  });

  test("leaves out what was read, and does not come for nothing", async () => {
    waitUntil(12);
    await tell(
      app.current,
      { personId: student.id, kind: "comment-received", path: "/read" },
      { personId: student.id, kind: "comment-received" },
    );
    await runMail(app.current);
    const token = await renewToken(app.current, student);
    await call(app.current, "POST /notifications/read", { body: { paths: ["/read"] } }, token);
    waitUntil(18);
    await runMail(app.current);
    expect(await subjectsTo(student)).toEqual([expect.stringContaining("Someone commented")]);
    waitUntil(18);
    await runMail(app.current);
    expect(await subjectsTo(student)).toHaveLength(1);
  });

  test("comes at the evening of the class, also when clocks change, and once for classes of several zones", async () => {
    const inZone = async (timeZone: string) => {
      const token = await renewToken(app.current, instructor);
      const id = await makeClass(app.current, token, { className: timeZone });
      const body = { startsOn: "2027-01-10", timeZone };
      await call(app.current, "PATCH /class/{id}/schedule", { params: { id }, body }, token);
      return id;
    };
    const [newYork, tokyo] = [await inZone("America/New_York"), await inZone("Asia/Tokyo")];
    await app.current.context.db.delete(outbox);
    const setClock = (at: string): void =>
      app.current.clock.advance((Date.parse(at) - app.current.clock.now().getTime()) / 1000);

    // The night in which New York's clocks go forward.
    setClock("2027-03-13T23:30:00Z");
    await handIn(newYork);
    await runMail(app.current);
    setClock("2027-03-14T21:59:00Z");
    await runMail(app.current);
    expect(await subjectsTo(instructor)).toEqual([]);
    setClock("2027-03-14T22:00:00Z");
    await handIn(tokyo);
    await runMail(app.current);
    const [digest] = await mailsTo(app.current, instructor.email);
    expect(digest?.subject).toBe("2 drawings handed in");
    expect(digest?.text).toMatch(/America\/New_York\n- A student[\s\S]+Asia\/Tokyo\n- A student/);

    // Tokyo's next evening is eleven hours later: less than a day.
    await handIn(tokyo);
    await runMail(app.current);
    setClock("2027-03-15T09:00:00Z");
    await runMail(app.current);
    expect(await subjectsTo(instructor)).toHaveLength(1);
    setClock("2027-03-16T09:00:00Z");
    await runMail(app.current);
    expect(await subjectsTo(instructor)).toHaveLength(2);
  });
});

describe("a choice", () => {
  test("of once a day, at once or never holds from then on, also for what waits", async () => {
    waitUntil(12);
    await choose(student, { "critique-received": "daily", "certificate-issued": "never" });
    await tell(app.current, { personId: student.id }, { personId: student.id, kind: "certificate-issued" });
    await runMail(app.current);
    expect(await subjectsTo(student)).toEqual([]);
    await choose(student, { "critique-received": "now", "certificate-issued": "now" });
    await runMail(app.current);
    expect(await subjectsTo(student)).toEqual([answered]);

    await choose(student, { "critique-received": "daily" });
    await tell(app.current, { personId: student.id });
    await runMail(app.current);
    await choose(student, { "critique-received": "never" });
    waitUntil(18);
    await runMail(app.current);
    expect(await subjectsTo(student)).toHaveLength(1);
  });

  test("of at once gathers 500 drawings of a day into a mail every ten minutes", async () => {
    await choose(instructor, { "drawing-handed-in": "now" });
    for (let minute = 0; minute < 60; minute += 1) {
      await handIn();
      await runMail(app.current);
      app.current.clock.advance(60);
    }
    const subjects = await subjectsTo(instructor);
    expect(subjects).toEqual([waits, ...Array.from({ length: 5 }, () => "10 drawings handed in")]);
  });
});

describe("what is due is mailed once", () => {
  const addDue = async (count: number): Promise<void> => {
    const people = await Promise.all(Array.from({ length: count }, () => makePerson(app.current, "student")));
    await tell(app.current, ...people.map(({ id }) => ({ personId: id })));
  };
  const recipients = async () =>
    (await app.current.context.db.select({ to: outbox.recipient }).from(outbox).orderBy(outbox.id)).map(
      ({ to }) => to,
    );

  test("by two processes at the same time", async () => {
    await addDue(40);
    await Promise.all([runMail(app.current), runMail(app.current), runMail(app.current)]);
    await runMail(app.current);
    const to = await recipients();
    expect([to.length, new Set(to).size]).toEqual([40, 40]);
  });

  test("in one run, as far as there is room in the outbox, so that receipts need not wait", async () => {
    const { context, clock } = app.current;
    await addDue(40);
    const other = { to: "other@example.org", subject: "Other", text: "Other", html: "Other" };
    const others = Array.from({ length: maxDueMails - 15 }, () => other);
    await enqueueMails(context.db, clock, others);
    await mailNotifications(context, notificationSources);
    expect(await recipients()).toHaveLength(maxDueMails);
    await context.db.delete(outbox);
    await mailNotifications(context, notificationSources);
    expect(await recipients()).toHaveLength(25);
  });

  test.runIf(isPostgres)("while another process mails somebody before them", async () => {
    const { context, clock } = app.current;
    await tell(app.current, { personId: student.id });
    clock.advance(1);
    await tell(app.current, { personId: instructor.id });
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const mailing = context.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, student.id)).for("no key update");
      lock();
      await released;
    });
    await locked;
    await mailNotifications(context, notificationSources);
    expect(await recipients()).toEqual([instructor.email]);
    release();
    await mailing;
    await mailNotifications(context, notificationSources);
    expect(await recipients()).toEqual([instructor.email, student.email]);
  });

  test("though somebody before them has one that cannot be mailed", async () => {
    const { context } = app.current;
    await tell(app.current, { personId: student.id }, { personId: instructor.id });
    const ofStudent = eq(notifications.personId, student.id);
    const later = { kind: "of-another-version" as NotificationKind, mailAt: new Date(0) };
    await context.db.update(notifications).set(later).where(ofStudent);
    await mailNotifications(context, notificationSources);
    expect(await recipients()).toEqual([instructor.email]);
    const { body } = await call(app.current, "GET /notifications", {}, student);
    expect(body).toMatchObject([{ line: "There is something new for you on Senga." }]);
  });

  test("after a failure in the middle", async () => {
    await tell(app.current, { personId: student.id, classId: newId() }, { personId: instructor.id });
    const classes: typeof notificationSources.classes = async (_, [id]) => {
      if (id !== undefined) throw new Error("away");
      return [];
    };
    await mailNotifications(app.current.context, { ...notificationSources, classes });
    expect(await recipients()).toEqual([instructor.email]);
    app.current.clock.advance(600);
    await runMail(app.current);
    expect(await recipients()).toEqual([instructor.email, student.email]);
  });

  test("after an outage of the database, at once", async () => {
    await tell(app.current, { personId: student.id, classId: newId() }, { personId: instructor.id });
    const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const classes: typeof notificationSources.classes = () => Promise.reject(away);
    const mailing = mailNotifications(app.current.context, { ...notificationSources, classes });
    await expect(mailing).rejects.toThrow("connect");
    expect(await recipients()).toEqual([]);
    await runMail(app.current);
    expect((await recipients()).toSorted()).toEqual([instructor.email, student.email].toSorted());
  });

  test.runIf(isPostgres)("by processes that are killed again and again", async () => {
    const due = maxDueMails - 10;
    await addDue(due);
    const { rows } = (await app.current.context.db.execute(sql`select current_database() as name`)) as {
      rows: { name: string }[];
    };
    const url = new URL(process.env["SENGA_TEST_SERVER"] ?? "");
    url.pathname = `/${rows[0]?.name}`;
    const script = `
      import { notificationSources } from "./src/features.ts";
      import { createMailLinks } from "./src/access/tokens.ts";
      import { mailNotifications } from "./src/features/school/notifications/mail-notifications.ts";
      import { systemClock as clock } from "./src/platform/clock.ts";
      import { createLog } from "./src/platform/log.ts";
      import { openPostgres } from "./src/platform/postgres.ts";
      import { readSettings } from "./src/settings/settings.ts";
      const log = createLog("silent");
      const { db } = openPostgres({ url: process.env.DATABASE_URL }, log);
      const mailLinks = createMailLinks(new Uint8Array(32));
      const context = { db, clock, log, mailLinks, settings: readSettings({ SECRET: "s".repeat(32) }) };
      for (;;) await mailNotifications(context, notificationSources);`;
    const countMailed = async () => (await recipients()).length;
    for (let kills = 0; kills < 3; kills += 1) {
      const before = await countMailed();
      const mailing = runNode(["--input-type=module", "-e", script], { DATABASE_URL: url.href });
      await expect.poll(countMailed, { interval: 5 }).toBeGreaterThan(before);
      await end(mailing, "SIGKILL");
    }
    // What the killed held stays locked until the server notices that they are gone.
    const mailRest = async () => {
      await runMail(app.current);
      return countMailed();
    };
    await expect.poll(mailRest).toBe(due);
    expect(new Set(await recipients()).size).toBe(due);
  });
});
