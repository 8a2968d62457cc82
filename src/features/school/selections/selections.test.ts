import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { users } from "../../../access/tables.ts";

const app = useTestApp();

async function openSchool() {
  const instructor = await makePerson(app.current, "instructor");
  const student = await makePerson(app.current, "student");
  return { instructor, student, classId: await makeClass(app.current, instructor) };
}

test("a student with the longest email there can be finds what they selected", async () => {
  const { classId } = await openSchool();
  const { db } = app.current.context;
  const student = await makePerson(app.current, "student");
  const email = `${"a".repeat(64)}@${"long.".repeat(36)}example`;
  await db.update(users).set({ email }).where(eq(users.id, student.id));
  await call(app.current, "POST /selected/class", { body: { classId } }, student);
  const listed = await call(app.current, "GET /selected/classes/{email}", { params: { email } }, student);
  expect(listed.body).toMatchObject([{ classId }]);
});

test("a selected class shows the current picture of the class", async () => {
  const { student, instructor, classId } = await openSchool();
  await call(app.current, "POST /selected/class", { body: { classId } }, student);
  const body = { className: "Eyes", price: 49, availableSeats: 5, image: "/drawings/cover-rain.svg" };
  await call(app.current, "PATCH /class/{id}", { params: { id: classId }, body }, instructor);
  const params = { email: student.email };
  const [selected] = (await call(app.current, "GET /selected/classes/{email}", { params }, student)).body;
  expect(selected).toMatchObject({ classImage: "/drawings/cover-rain.svg" });
});

test("a selected class holds the class's data, whatever the browser sends", async () => {
  const { student, instructor, classId } = await openSchool();
  const body = {
    classId,
    className: "Hacked",
    price: 0.01,
    studentEmail: "other@example.org",
    classImage: "x",
  };
  const selected = await call(app.current, "POST /selected/class", { body }, student);
  const id = selected.body.insertedId as string;
  const params = { email: student.email };
  const expected = {
    _id: id,
    classId,
    className: "Eyes That Speak",
    classImage: "/drawings/cover-eyes.svg",
    picture: null,
    price: 49,
    priceWhenSelected: 49,
    availableSeats: 5,
    isOpen: true,
    lessonStatus: "upcoming",
    instructorName: instructor.name,
    instructorEmail: instructor.email,
    studentEmail: student.email,
  };
  expect((await call(app.current, "GET /selected/classes/{email}", { params }, student)).body).toEqual([
    expected,
  ]);
  expect(
    (await call(app.current, "GET /selected/class/{email}/{id}", { params: { ...params, id } }, student))
      .body,
  ).toEqual(expected);
});

test("a class is selected once, also by concurrent requests", async () => {
  const { student, classId } = await openSchool();
  const select = () => call(app.current, "POST /selected/class", { body: { classId } }, student);
  const answers = await Promise.all([select(), select(), select()]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(["already-selected"]),
  );
});

test("only an approved class with seats can be selected", async () => {
  const { student, instructor } = await openSchool();
  const select = async (status: "pending" | "denied" | "approved", availableSeats: number) => {
    const classId = await makeClass(app.current, instructor, { status, availableSeats });
    return (await call(app.current, "POST /selected/class", { body: { classId } }, student)).body.code;
  };
  expect(await select("pending", 5)).toBe("class-not-found");
  expect(await select("denied", 5)).toBe("class-not-found");
  expect(await select("approved", 0)).toBe("no-seats-left");
});

test("a price that has changed is shown beside the old one", async () => {
  const { student, instructor, classId } = await openSchool();
  await call(app.current, "POST /selected/class", { body: { classId } }, student);
  const body = { className: "Eyes That Speak", price: 59.99, availableSeats: 5 };
  await call(app.current, "PATCH /class/{id}", { params: { id: classId }, body }, instructor);
  const { body: list } = await call(
    app.current,
    "GET /selected/classes/{email}",
    { params: { email: student.email } },
    student,
  );
  expect(list).toMatchObject([{ price: 59.99, priceWhenSelected: 49 }]);
});

test("a class that can't be bought at the moment says so among the selected ones", async () => {
  const { student, instructor, classId } = await openSchool();
  await call(app.current, "POST /selected/class", { body: { classId } }, student);
  const admin = await makePerson(app.current, "admin");
  const suspension = { params: { id: instructor.id }, body: { reason: "Spam" } };
  expect((await call(app.current, "PATCH /users/suspend/{id}", suspension, admin)).status).toBe(200);
  const params = { email: student.email };
  const list = await call(app.current, "GET /selected/classes/{email}", { params }, student);
  expect(list.body).toMatchObject([{ classId, isOpen: false, availableSeats: 5 }]);
});

test("a selection can be removed by its owner, once", async () => {
  const { student, classId } = await openSchool();
  const stranger = await makePerson(app.current, "student");
  const { body } = await call(app.current, "POST /selected/class", { body: { classId } }, student);
  const remove = (person: typeof student) =>
    call(app.current, "DELETE /selected/class/{id}", { params: { id: body.insertedId } }, person);
  expect((await remove(stranger)).body.code).toBe("not-your-selection");
  expect((await remove(student)).body).toEqual({ deletedCount: 1 });
  expect((await remove(student)).body.code).toBe("selection-not-found");
});
