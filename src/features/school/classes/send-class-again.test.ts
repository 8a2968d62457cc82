import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";
import { classPromises } from "../../studio/critique/tables.ts";
import { classes } from "./tables.ts";

const app = useTestApp();

const changed = { className: "Rain, Redrawn", price: 59, availableSeats: 8 };
const sendAgain = (instructor: TestPerson, id: string, body: object = changed) =>
  call(app.current, "POST /class/{id}/send-again", { params: { id }, body }, instructor);
const deny = (admin: TestPerson, id: string, body?: object) =>
  call(app.current, "PATCH /admin/deny/class/{id}", { params: { id }, ...(body && { body }) }, admin);
const mine = async (instructor: TestPerson, query: Record<string, string> = {}) =>
  (
    await call(
      app.current,
      "GET /classes/instructor/{email}",
      { params: { email: instructor.email }, query },
      instructor,
    )
  ).body;
const managed = async (admin: TestPerson, query: Record<string, string> = {}) =>
  (await call(app.current, "GET /admin/manage/classes", { query }, admin)).body;

async function deniedClass() {
  const admin = await makePerson(app.current, "admin");
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor, { className: "Rain", status: "pending" });
  await deny(admin, id, { feedback: "Show the umbrella." });
  return { admin, instructor, id };
}

describe("a denied class", () => {
  test("is sent again as a new pending class with the old picture, and archived", async () => {
    const { admin, instructor, id } = await deniedClass();
    const { status, body } = await sendAgain(instructor, id);
    expect(status, JSON.stringify(body)).toBe(200);
    const again = body.insertedId as string;
    expect(await classRow(app.current, again)).toMatchObject({
      name: "Rain, Redrawn",
      status: "pending",
      feedback: null,
      image: (await classRow(app.current, id)).image,
      enrolledStudents: 0,
    });
    expect(await mine(instructor)).toMatchObject([
      { _id: again, previous: { _id: id, className: "Rain", feedback: "Show the umbrella." } },
    ]);
    expect(await mine(instructor, { archived: "yes" })).toMatchObject([
      { _id: id, status: "denied", sentAgainAs: { _id: again, className: "Rain, Redrawn" } },
    ]);
    expect((await managed(admin)).map(({ _id }: { _id: string }) => _id)).toEqual([again]);
    expect(await managed(admin, { status: "denied" })).toEqual([]);
    expect(await managed(admin, { archived: "yes" })).toMatchObject([{ _id: id }]);
    expect(await managed(admin, { q: "rain" })).toHaveLength(2);
    expect((await call(app.current, "GET /admin/payments", {}, admin)).body.totalClasses).toBe(1);

    await call(app.current, "PATCH /admin/approve/class/{id}", { params: { id: again } }, admin);
    const listed = (await call(app.current, "GET /approvedClasses")).body;
    expect(listed.map(({ _id }: { _id: string }) => _id)).toEqual([again]);
    expect((await call(app.current, "GET /class/{id}", { params: { id } })).status).toBe(404);
  });

  test("is sent again once by a form whose answer was lost", async () => {
    const { instructor, id } = await deniedClass();
    const body = { ...changed, idempotencyKey: "1795-2201-7730-4402" };
    const { body: first } = await sendAgain(instructor, id, body);
    expect((await sendAgain(instructor, id, body)).body).toEqual(first);
    expect(await sendAgain(instructor, id)).toMatchObject({ body: { code: "class-sent-again-already" } });
  });

  test("keeps its first day and its promise of critiques when it is sent again", async () => {
    const { db } = app.current.context;
    const { instructor, id } = await deniedClass();
    const schedule = { startsOn: "2036-01-10", timeZone: "America/New_York" };
    await db.update(classes).set(schedule).where(eq(classes.id, id));
    await db.insert(classPromises).values({ classId: id, days: 14 });
    const again = (await sendAgain(instructor, id)).body.insertedId as string;
    expect(await classRow(app.current, again)).toMatchObject(schedule);
    expect(await db.select().from(classPromises)).toEqual([{ classId: again, days: 14 }]);
  });

  test("that was sent again is not handed over in its place", async () => {
    const { admin, instructor, id } = await deniedClass();
    const other = await makePerson(app.current, "instructor");
    const again = (await sendAgain(instructor, id)).body.insertedId as string;
    const handOver = (which: string) =>
      call(
        app.current,
        "PATCH /admin/hand-over/class/{id}",
        { params: { id: which }, body: { email: other.email } },
        admin,
      );
    expect((await handOver(id)).body.code).toBe("class-changed-meanwhile");
    expect((await handOver(again)).status).toBe(200);
    expect(await classRow(app.current, id)).toMatchObject({ instructorId: other.id });
  });

  test("that another admin has handed over meanwhile is not handed over again", async () => {
    const { admin, instructor, id } = await deniedClass();
    const [one, two] = [
      await makePerson(app.current, "instructor"),
      await makePerson(app.current, "instructor"),
    ];
    const handOver = async (to: TestPerson, from: string) => {
      const sent = { params: { id }, body: { email: to.email, from } };
      return (await call(app.current, "PATCH /admin/hand-over/class/{id}", sent, admin)).body;
    };
    expect(await handOver(one, instructor.id)).toEqual({ modifiedCount: 1 });
    expect((await handOver(two, instructor.id)).code).toBe("class-changed-meanwhile");
    expect(await handOver(two, one.id)).toEqual({ modifiedCount: 1 });
  });

  test("is sent again once, by its instructor, and only when denied", async () => {
    const { instructor, id } = await deniedClass();
    const other = await makePerson(app.current, "instructor");
    expect((await sendAgain(other, id)).body.code).toBe("not-your-class");
    const pending = await makeClass(app.current, instructor, { status: "pending" });
    expect((await sendAgain(instructor, pending)).body.code).toBe("class-not-denied");
    expect((await sendAgain(instructor, id)).status).toBe(200);
    expect((await sendAgain(instructor, id)).body.code).toBe("class-sent-again-already");
    expect((await sendAgain(instructor, id, { ...changed, price: -1 })).status).toBe(400);
  });

  test.runIf(isPostgres)("is sent again once by concurrent requests", async () => {
    const { instructor, id } = await deniedClass();
    const answers = await Promise.all([sendAgain(instructor, id), sendAgain(instructor, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mine(instructor)).toHaveLength(1);
  });

  test("cannot be edited", async () => {
    const { admin, instructor, id } = await deniedClass();
    for (const editor of [instructor, admin]) {
      const edit = await call(
        app.current,
        "PATCH /class/{id}",
        { params: { id }, body: { className: "Snow", price: 20, availableSeats: 1 } },
        editor,
      );
      expect(edit.status).toBe(409);
      expect(edit.body).toMatchObject({
        code: "class-denied",
        detail: expect.stringContaining("choose Send again"),
      });
    }
    expect((await classRow(app.current, id)).name).toBe("Rain");
  });

  test("is not counted twice in the instructor's totals", async () => {
    const { instructor, id } = await deniedClass();
    await sendAgain(instructor, id);
    const params = { email: instructor.email };
    const totals = await call(app.current, "GET /instructor/totals/{email}", { params }, instructor);
    expect(totals.body.classes).toBe(1);
    const earned = await call(app.current, "GET /instructor/earnings/{email}", { params }, instructor);
    expect(earned.body).toHaveLength(1);
  });

  test("alone can be archived in the database", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const [one, two] = [await makeClass(app.current, instructor), await makeClass(app.current, instructor)];
    const archive = app.current.context.db
      .update(classes)
      .set({ archivedAt: app.current.clock.now(), sentAgainAs: two })
      .where(eq(classes.id, one));
    await expect(archive).rejects.toThrow();
  });
});

describe("denying with feedback", () => {
  test("takes one request and sends one email with the reason and how to send the class again", async () => {
    const { admin, instructor, id } = await deniedClass();
    const mails = await mailsTo(app.current, instructor.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["“Rain” has been denied"]);
    expect(mails[0]?.text).toContain("Show the umbrella.");
    expect(mails[0]?.text).toContain(`/dashboard/add-class?again=${id}`);
    expect(await classRow(app.current, id)).toMatchObject({
      status: "denied",
      feedback: "Show the umbrella.",
    });
    const log = (await call(app.current, "GET /admin/audit", {}, admin)).body;
    expect(log.map(({ kind }: { kind: string }) => kind)).toEqual(["class-denied", "feedback-given"]);
  });

  test("sends an email that says where to ask for the reason when there is no feedback", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor, { status: "denied" });
    const [mail] = await mailsTo(app.current, instructor.email);
    expect(mail?.text).toContain(`/dashboard/add-class?again=${id}`);
    expect(mail?.text).toContain("support@senga.example");
  });

  test("changes nothing when it overlooks another admin's feedback or is too long", async () => {
    const admin = await makePerson(app.current, "admin");
    const id = await makeClass(app.current, await makePerson(app.current, "instructor"), {
      status: "pending",
    });
    const params = { id };
    await call(app.current, "PATCH /admin/feedback/{id}", { params, body: { feedback: "Theirs." } }, admin);
    expect((await deny(admin, id, { feedback: "Mine.", base: "" })).body.code).toBe(
      "feedback-changed-meanwhile",
    );
    expect((await deny(admin, id, { feedback: "x".repeat(5001) })).status).toBe(400);
    expect(await classRow(app.current, id)).toMatchObject({ status: "pending", feedback: "Theirs." });
    expect((await deny(admin, id, { feedback: "Mine.", base: "Theirs." })).status).toBe(200);
    expect(await classRow(app.current, id)).toMatchObject({ status: "denied", feedback: "Mine." });
  });
});
