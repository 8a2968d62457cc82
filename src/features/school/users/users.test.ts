/** @databases both */
import { asc } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { buyClass } from "../../../../test/support/purchase.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { outbox } from "../../../platform/outbox.ts";
import { users } from "../../../access/tables.ts";

const app = useTestApp();

const promote = (admin: TestPerson, role: "admin" | "instructor", id: string) =>
  call(app.current, `PATCH /users/${role}/{id}`, { params: { id } }, admin);
const listUsers = async (admin: TestPerson, query: Record<string, string> = {}) =>
  (await call(app.current, "GET /admin/manage/users", { query }, admin)).body as {
    name: string;
    role: string;
    application: { text: string; portfolio: string } | null;
  }[];
const mails = () => app.current.context.db.select().from(outbox).orderBy(asc(outbox.id));

describe("roles", () => {
  test("an admin whose role was changed has no admin access any more", async () => {
    const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
    expect((await promote(one, "instructor", two.id)).body).toEqual({ modifiedCount: 1 });
    expect((await promote(two, "instructor", one.id)).status).toBe(403);
    expect((await promote(one, "instructor", one.id)).body.code).toBe("own-role");
    expect((await listUsers(one, { role: "admin" })).map(({ name }) => name)).toEqual([one.name]);
  });

  test.runIf(isPostgres)("when two admins demote each other at the same time, one remains", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
      const answers = await Promise.all([
        promote(one, "instructor", two.id),
        promote(two, "instructor", one.id),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    }
  });

  test("a new instructor gets a welcome email, and a new admin one that says what ends", async () => {
    const admin = await makePerson(app.current, "admin");
    const [applicant, other] = [
      await makePerson(app.current, "student"),
      await makePerson(app.current, "student"),
    ];
    const body = { text: "I have drawn hands for ten years.", portfolio: "https://example.org/hands" };
    await call(app.current, "POST /teaching/application", { body }, applicant);
    const before = (await mails()).length;
    await promote(admin, "instructor", applicant.id);
    await promote(admin, "instructor", other.id);
    await promote(admin, "admin", other.id);
    const [first, second, third, ...rest] = (await mails()).slice(before);
    expect(first).toMatchObject({
      recipient: applicant.email,
      subject: "You're now a Senga instructor",
      text: expect.stringContaining("because you applied to teach"),
    });
    expect(second).toMatchObject({
      recipient: other.email,
      text: expect.stringContaining("because an admin made you an instructor"),
    });
    expect(third).toMatchObject({
      recipient: other.email,
      text: expect.stringContaining("Admins don't teach"),
    });
    expect(rest).toEqual([]);
  });
});

describe("the list of users", () => {
  test("is searched by name and email, tolerating typos, and filtered", async () => {
    const admin = await makePerson(app.current, "admin");
    const student = await makePerson(app.current, "student");
    const instructor = await makePerson(app.current, "instructor");
    const body = { text: "I have drawn hands for ten years.", portfolio: "https://example.org/hands" };
    await call(app.current, "POST /teaching/application", { body }, student);
    const names = async (query: Record<string, string>) =>
      (await listUsers(admin, query)).map(({ name }) => name);
    expect(await names({ q: instructor.name.toUpperCase() })).toContain(instructor.name);
    expect((await names({ q: student.email }))[0]).toBe(student.name);
    expect(await names({ q: "instrutor" })).toContain(instructor.name);
    expect(await names({ q: "%" })).toEqual([]);
    expect(await names({ q: student.id })).toEqual([student.name]);
    expect(await names({ q: student.id, role: "admin" })).toEqual([]);
    expect(await names({ role: "student" })).toEqual([student.name]);
    expect(await names({ applied: "yes", role: "instructor" })).toEqual([]);
    expect(await listUsers(admin, { applied: "yes" })).toMatchObject([
      { name: student.name, application: { text: body.text, portfolio: body.portfolio } },
    ]);
    expect((await call(app.current, "GET /admin/manage/users", { query: { q: "\0" } }, admin)).status).toBe(
      400,
    );
  });

  test("is paged without a gap or a repeat", async () => {
    const admin = await makePerson(app.current, "admin");
    for (let i = 0; i < 6; i += 1) await makePerson(app.current, "student");
    const seen: string[] = [];
    let next: string | null = "/api/admin/manage/users?limit=3";
    while (next) {
      const response: Response = await fetch(`${app.current.origin}${next}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      seen.push(...((await response.json()) as { _id: string }[]).map(({ _id }) => _id));
      next = /<(.+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });
});

describe("the list of classes", () => {
  test("is searched, tolerating typos, and filtered by status", async () => {
    const admin = await makePerson(app.current, "admin");
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Screentone and Light", status: "pending" });
    await makeClass(app.current, instructor, { className: "Screentone and Shade", status: "denied" });
    const skies = await makeClass(app.current, instructor, { className: "Big Summer Skies" });
    const names = async (query: Record<string, string>) =>
      (await call(app.current, "GET /admin/manage/classes", { query }, admin)).body.map(
        ({ className }: { className: string }) => className,
      );
    expect(await names({})).toEqual(["Big Summer Skies", "Screentone and Shade", "Screentone and Light"]);
    expect(await names({ status: "pending" })).toEqual(["Screentone and Light"]);
    expect(await names({ q: "screntone shade" })).toEqual(["Screentone and Shade"]);
    expect(await names({ q: "screentone", status: "denied" })).toEqual(["Screentone and Shade"]);
    expect(await names({ q: instructor.name })).toHaveLength(3);
    expect(await names({ q: skies })).toEqual(["Big Summer Skies"]);
    expect(await names({ q: skies, status: "denied" })).toEqual([]);
  });
});

describe("the statistics", () => {
  test("count revenue and enrollments by UTC day and month, including days without any", async () => {
    await buyClass(app.current);
    const paidOn = app.current.clock.now().toISOString().slice(0, 10);

    app.current.clock.advance(3 * 86_400);
    const admin = await makePerson(app.current, "admin");
    const read = async (query: Record<string, string> = {}) =>
      (await call(app.current, "GET /admin/statistics", { query }, await renewToken(app.current, admin)))
        .body as {
        range: string;
        steps: { from: string; revenue: number; enrollments: number }[];
      };
    const days = await read();
    expect(days.range).toBe("30-days");
    expect(days.steps).toHaveLength(30);
    expect(days.steps.at(-1)?.from).toBe(app.current.clock.now().toISOString().slice(0, 10));
    expect(days.steps.filter(({ revenue }) => revenue > 0)).toEqual([
      { from: paidOn, revenue: 49, enrollments: 1 },
    ]);
    expect(days.steps.reduce((sum, { enrollments }) => sum + enrollments, 0)).toBe(1);

    const months = await read({ range: "12-months" });
    expect(months.steps).toHaveLength(12);
    expect(months.steps.filter(({ enrollments }) => enrollments > 0)).toEqual([
      { from: `${paidOn.slice(0, 7)}-01`, revenue: 49, enrollments: 1 },
    ]);
    expect(months.steps.map(({ from }) => from)).toEqual(months.steps.map(({ from }) => from).toSorted());

    app.current.clock.advance(30 * 86_400);
    expect((await read()).steps.every(({ revenue }) => revenue === 0)).toBe(true);
  });

  test("total the captured payments", async () => {
    const { totals } = await buyClass(app.current);
    const everybody = await app.current.context.db.select().from(users);
    expect(await totals()).toEqual({
      totalPayments: 1,
      revenue: 49,
      totalUsers: everybody.length,
      totalClasses: 1,
      totalEnrolled: 1,
      pendingClasses: 0,
      pendingApplications: 0,
    });
  });
});

describe("the list of payments", () => {
  const list = async (admin: TestPerson, query: Record<string, string> = {}) =>
    (await call(app.current, "GET /admin/payments/latest", { query }, admin)).body;

  test("shows the latest payments with who paid", async () => {
    expect(await list(await makePerson(app.current, "admin"))).toEqual([]);
    const { admin, student } = await buyClass(app.current);
    expect(await list(admin)).toMatchObject([
      { className: "Eyes That Speak", studentName: student.name, total: 49 },
    ]);
  });

  test("is searched by student, class, instructor, transaction and the student's id", async () => {
    const { admin, student, instructor, intentId, paymentId } = await buyClass(app.current);
    for (const q of [student.name, student.email, "Eyes That Speak", instructor.name, intentId, student.id])
      expect(await list(admin, { q }), q).toMatchObject([{ _id: paymentId, transactionId: intentId }]);
    for (const q of ["nobody of this name", admin.id]) expect(await list(admin, { q })).toEqual([]);
  });
});
