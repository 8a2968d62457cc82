import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";
import { appointAdmin } from "./role-and-suspension.ts";

const app = useTestApp();

const change = (admin: TestPerson, what: string, id: string, body?: object) =>
  call(app.current, `PATCH /users/${what}/{id}`, { params: { id }, ...(body && { body }) }, admin);
const suspend = (admin: TestPerson, id: string, reason = "Sold traced drawings.") =>
  change(admin, "suspend", id, { reason });
const handOver = (admin: TestPerson, id: string, email: string) =>
  call(app.current, "PATCH /admin/hand-over/class/{id}", { params: { id }, body: { email } }, admin);
const log = async (admin: TestPerson) =>
  (await call(app.current, "GET /admin/audit", {}, admin)).body as { kind: string; after: string }[];

describe("changing a role back to student", () => {
  test("works for instructors and admins, who are emailed, and not for oneself", async () => {
    const admin = await makePerson(app.current, "admin");
    for (const role of ["instructor", "admin"] as const) {
      const person = await makePerson(app.current, role);
      expect((await change(admin, "student", person.id)).body).toEqual({ modifiedCount: 1 });
      expect((await change(admin, "student", person.id)).body.code).toBe("has-role-already");
      const [mail] = await mailsTo(app.current, person.email);
      expect(mail).toMatchObject({ subject: "You're now a student at Senga" });
      expect(mail?.text).toContain(`from ${role} to student`);
      const selected = await call(
        app.current,
        "GET /selected/classes/{email}",
        { params: { email: person.email } },
        person,
      );
      expect(selected.status).toBe(200);
    }
    expect((await change(admin, "student", admin.id)).body.code).toBe("own-role");
    expect((await log(admin)).map(({ after }) => after)).toEqual(["student", "student"]);
  });

  test("keeps their classes listed, and an admin can edit or hand them over", async () => {
    const admin = await makePerson(app.current, "admin");
    const [old, heir] = [
      await makePerson(app.current, "instructor"),
      await makePerson(app.current, "instructor"),
    ];
    const id = await makeClass(app.current, old, { className: "Rain" });
    await change(admin, "student", old.id);
    expect((await call(app.current, "GET /approvedClasses")).body).toHaveLength(1);

    const body = { className: "Rain at Dawn", price: 49, availableSeats: 5 };
    const edited = await call(app.current, "PATCH /class/{id}", { params: { id }, body }, admin);
    expect(edited.body).toEqual({ modifiedCount: 1 });
    expect((await mailsTo(app.current, old.email)).at(-1)).toMatchObject({
      subject: "“Rain at Dawn” has been edited",
      text: expect.stringContaining("Class name: Rain → Rain at Dawn"),
    });
    expect((await call(app.current, "PATCH /class/{id}", { params: { id }, body }, old)).status).toBe(403);

    expect((await handOver(admin, id, old.email)).body.code).toBe("not-an-instructor");
    expect((await handOver(admin, id, heir.email.toUpperCase())).body).toEqual({ modifiedCount: 1 });
    expect((await handOver(admin, id, heir.email)).body.code).toBe("has-class-already");
    expect(await classRow(app.current, id)).toMatchObject({
      instructorId: heir.id,
      searchText: `rain at dawn ${heir.name}`,
    });
    const [listed] = (await call(app.current, "GET /approvedClasses")).body;
    expect(listed).toMatchObject({ instructorName: heir.name, instructorEmail: heir.email });
    for (const { email } of [old, heir]) {
      expect((await mailsTo(app.current, email)).at(-1)?.subject).toMatch(
        /^“Rain at Dawn” (has a new|is yours)/,
      );
    }
    expect((await log(admin)).map(({ kind }) => kind).slice(0, 3)).toEqual([
      "class-handed-over",
      "class-edited",
      "role-changed",
    ]);
  });

  test("handing over a class hands over its denied versions", async () => {
    const admin = await makePerson(app.current, "admin");
    const [old, heir] = [
      await makePerson(app.current, "instructor"),
      await makePerson(app.current, "instructor"),
    ];
    const ids = [await makeClass(app.current, old, { status: "denied" })];
    for (const status of ["deny", "approve"] as const) {
      const body = { className: "Rain", price: 49, availableSeats: 5, image: "/drawings/cover-eyes.svg" };
      const sent = { params: { id: ids.at(-1) ?? "" }, body };
      const again = await call(app.current, "POST /class/{id}/send-again", sent, old);
      ids.push(again.body.insertedId as string);
      await call(app.current, `PATCH /admin/${status}/class/{id}`, { params: { id: ids.at(-1)! } }, admin);
    }
    expect((await handOver(admin, ids.at(-1)!, heir.email)).status).toBe(200);
    const rows = await Promise.all(ids.map((id) => classRow(app.current, id)));
    expect(rows.map(({ instructorId }) => instructorId)).toEqual(ids.map(() => heir.id));
  });

  test("an admin's edit without changes writes no audit entry and no email", async () => {
    const admin = await makePerson(app.current, "admin");
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor, { className: "Rain", status: "pending" });
    const body = { className: "Rain", price: 49, availableSeats: 5 };
    await call(app.current, "PATCH /class/{id}", { params: { id }, body }, admin);
    expect(await log(admin)).toEqual([]);
    expect(await mailsTo(app.current, instructor.email)).toEqual([]);
  });
});

describe("a suspended user", () => {
  test("is refused with a reason, emailed, and has access again once reinstated", async () => {
    const admin = await makePerson(app.current, "admin");
    const student = await makePerson(app.current, "student");
    const read = () =>
      call(app.current, "GET /selected/classes/{email}", { params: { email: student.email } }, student);
    expect((await suspend(admin, student.id, " ")).status).toBe(400);
    expect((await suspend(admin, student.id)).body).toEqual({ modifiedCount: 1 });
    expect((await suspend(admin, student.id)).body.code).toBe("suspended-already");
    const refused = await read();
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: "account-suspended",
      detail: expect.stringContaining("Your account is suspended."),
    });
    expect((await call(app.current, "GET /approvedClasses", {}, student)).status).toBe(403);
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain("Sold traced drawings.");
    const found = await call(app.current, "GET /admin/manage/users", { query: { suspended: "yes" } }, admin);
    expect(found.body).toMatchObject([{ _id: student.id, suspended: expect.any(String) }]);

    expect((await change(admin, "reinstate", student.id)).body).toEqual({ modifiedCount: 1 });
    expect((await change(admin, "reinstate", student.id)).body.code).toBe("not-suspended");
    expect((await read()).status).toBe(200);
    expect((await log(admin)).map(({ kind }) => kind)).toEqual(["user-reinstated", "user-suspended"]);
  });

  test("who teaches is hidden with their classes until reinstated", async () => {
    const admin = await makePerson(app.current, "admin");
    const student = await makePerson(app.current, "student");
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const seen = async () => [
      (await call(app.current, "GET /approvedClasses")).body.length,
      (await call(app.current, "GET /class/{id}", { params: { id } })).status,
      (await call(app.current, "GET /instructors")).body.length,
      (await call(app.current, "GET /instructors/popular")).body.length,
      (await call(app.current, "GET /instructors/{id}", { params: { id: instructor.id } })).status,
      (await call(app.current, "GET /instructors/{id}/introduction", { params: { id: instructor.id } }))
        .status,
    ];
    const all = [1, 200, 1, 1, 200, 200];
    expect(await seen()).toEqual(all);
    await call(app.current, "POST /selected/class", { body: { classId: id } }, student);
    await suspend(admin, instructor.id);
    expect(await seen()).toEqual([0, 404, 0, 0, 404, 404]);
    const pay = await call(app.current, "POST /create-payment-intent", { body: { classId: id } }, student);
    expect(pay.body.code).toBe("class-not-found");
    await change(admin, "reinstate", instructor.id);
    expect(await seen()).toEqual(all);
  });

  test("who is made an admin on the command line is reinstated, and their classes are public at once", async () => {
    const admin = await makePerson(app.current, "admin");
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor);
    await suspend(admin, instructor.id);
    expect((await call(app.current, "GET /approvedClasses")).body).toEqual([]);
    await appointAdmin(app.current.context, instructor.email);
    expect((await call(app.current, "GET /approvedClasses")).body).toHaveLength(1);
    await suspend(admin, instructor.id);
    expect(await appointAdmin(app.current.context, instructor.email)).toMatchObject({ outcome: "appointed" });
    expect(await appointAdmin(app.current.context, instructor.email)).toMatchObject({
      outcome: "admin already",
    });
  });

  test("cannot be oneself, and a suspended admin has no admin access", async () => {
    const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
    expect((await suspend(one, one.id)).body.code).toBe("own-account");
    expect((await suspend(one, two.id)).status).toBe(200);
    expect((await suspend(two, one.id)).body.code).toBe("account-suspended");
  });

  test.runIf(isPostgres)("when two admins suspend each other at the same time, one remains", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
      const answers = await Promise.all([suspend(one, two.id), suspend(two, one.id)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    }
  });
});
