/** @databases both: advisory lock */
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { addSubscribers, openClass, overview, release } from "../../../../test/support/newsletter.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { newsletterFeature } from "./feature.ts";
import { releaseWhenDue } from "./issue.ts";
import { sendNewsletter } from "./send-newsletter.ts";
import { newsletterIssues } from "./tables.ts";

const day = 86_400;

describe("a newsletter", () => {
  const app = useTestApp();
  let admin: TestPerson;
  let instructor: TestPerson;
  beforeEach(async () => {
    admin = await makePerson(app.current, "admin");
    instructor = await makePerson(app.current, "instructor");
  });

  test("announces the classes approved since the last issue, once", async () => {
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
    await addSubscribers(app.current, 1);
    app.current.clock.advance(60);
    expect((await release(app.current, admin, draft.newsUntil)).status).toBe(200);
    await sendNewsletter(app.current.context);
    const [mail] = await mailsTo(app.current, "reader0@example.org");
    expect(mail).toMatchObject({ subject: "New on Senga: Rain & Ink" });
    const { origin } = app.current.context.settings;
    expect(mail?.html).toContain(`src="${origin}/share/class/${id}.png"`);
    expect(mail?.html).toContain(`href="${origin}/classes/${id}"`);
    expect(mail?.html).toContain("Rain &amp; Ink");
    expect(mail?.text).toContain("There's a new drawing class.");
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

  test("leaves out the classes of a suspended instructor", async () => {
    await openClass(app.current, instructor);
    const suspension = { params: { id: instructor.id }, body: { reason: "Spam" } };
    const admins = await renewToken(app.current, admin);
    expect((await call(app.current, "PATCH /users/suspend/{id}", suspension, admins)).status).toBe(200);
    expect((await overview(app.current, admin)).draft).toBeNull();
  });

  test("is released once when two admins release it at the same time", async () => {
    await openClass(app.current, instructor);
    const answers = await Promise.all([release(app.current, admin), release(app.current, admin)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await app.current.context.db.$count(newsletterIssues)).toBe(1);
  });

  test("can be sent as a test to the admin alone", async () => {
    await addSubscribers(app.current, 2);
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

  test("is not released automatically unless a setting says so", async () => {
    await openClass(app.current, instructor);
    for (let hours = 0; hours < 8 * 24; hours += 12) {
      app.current.clock.advance(12 * 3600);
      await releaseWhenDue(app.current.context);
    }
    expect(await app.current.context.db.$count(newsletterIssues)).toBe(0);
  });
});

describe("an automatic newsletter", () => {
  const app = useTestApp({ NEWSLETTER_AUTOMATIC: "yes" });

  test("is released on Thursdays when there is something new", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await openClass(app.current, instructor);
    const released: Date[] = [];
    const isThursday = (at: Date) => at.getUTCDay() === 4 && at.getUTCHours() >= 16;
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
    expect(released.every(isThursday)).toBe(true);
    const issues = await app.current.context.db.select().from(newsletterIssues);
    expect(issues.every(({ releasedBy }) => releasedBy === null)).toBe(true);
  });

  test("has no class of a Friday before the next Thursday", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const { clock, context } = app.current;
    // Friday, 9:00 UTC.
    const hours = ((5 - clock.now().getUTCDay() + 7) % 7) * 24 + 9 - clock.now().getUTCHours();
    clock.advance((hours > 0 ? hours : hours + 7 * 24) * 3600);
    for (const className of ["One", "Two"]) {
      await openClass(app.current, instructor, { className });
      clock.advance(60);
      await releaseWhenDue(context);
    }
    expect(await context.db.$count(newsletterIssues)).toBe(0);
    clock.advance(7 * 86_400 - 15 * 3600);
    const job = newsletterFeature.jobs.find(({ name }) => name === "newsletter");
    await job?.create(context)?.(new AbortController().signal);
    const [issue] = await context.db.select().from(newsletterIssues);
    expect(issue?.classes.map(({ name }) => name)).toEqual(["Two", "One"]);
  });
});
