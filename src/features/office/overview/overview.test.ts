/** @databases both: greatest of timestamps, and counts in one statement */
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  critique,
  handIn,
  makeDrawing,
  makeExercise,
  readOwn,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { makePayment } from "../../../../test/support/payment-records.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { refundRequests } from "../payments/tables.ts";
import { newId } from "../../../platform/ids.ts";

const app = useTestApp();

const readStudent = async (student: TestPerson) =>
  (await call(app.current, "GET /student/overview/{email}", { params: { email: student.email } }, student))
    .body;
const readInstructor = async (who: TestPerson) =>
  (await call(app.current, "GET /instructor/overview/{email}", { params: { email: who.email } }, who)).body;
const readAdmin = async (admin: TestPerson) =>
  (await call(app.current, "GET /admin/overview", {}, admin)).body;

async function makeSchool() {
  const instructor = await makePerson(app.current, "instructor");
  const student = await makePerson(app.current, "student");
  return { instructor, student };
}

async function enroll(instructor: TestPerson, student: TestPerson, className: string): Promise<string> {
  const id = await makeClass(app.current, instructor, { className });
  app.current.clock.advance(60);
  await takeSeat(app.current, student, id);
  return id;
}

const openLesson = (student: TestPerson, classId: string, id: string) =>
  call(app.current, "POST /class/{classId}/lesson/{id}/opened", { params: { classId, id } }, student);

test("a new student has an empty desk", async () => {
  const { student } = await makeSchool();
  expect(await readStudent(student)).toEqual({
    classes: [],
    lessons: [],
    critique: null,
    comingUp: [],
    selected: [],
    selectedCount: 0,
  });
});

test("the class that a student bought or opened last comes first, finished ones last", async () => {
  const { instructor, student } = await makeSchool();
  const first = await enroll(instructor, student, "First");
  const { lesson } = await makeLesson(app.current, instructor, first);
  await enroll(instructor, student, "Second");
  const names = async () =>
    (await readStudent(student)).classes.map(({ className }: { className: string }) => className);
  expect(await names()).toEqual(["Second", "First"]);
  app.current.clock.advance(60);
  await openLesson(student, first, lesson);
  expect(await names()).toEqual(["First", "Second"]);
  const params = { classId: first, id: lesson };
  await call(
    app.current,
    "POST /class/{classId}/lesson/{id}/done",
    { params, body: { how: "ticked" } },
    student,
  );
  expect(await names()).toEqual(["Second", "First"]);
});

test("the lessons of the current class say what is done and what became of its exercises", async () => {
  const { instructor, student } = await makeSchool();
  const classId = await enroll(instructor, student, "Circles");
  const { lesson } = await makeLesson(app.current, instructor, classId, { title: "Hold the pen" });
  const exercise = await makeExercise(app.current, instructor, classId);
  await openLesson(student, classId, lesson);
  const params = { classId, id: lesson };
  await call(
    app.current,
    "POST /class/{classId}/lesson/{id}/done",
    { params, body: { how: "ticked" } },
    student,
  );
  await handIn(app.current, student, exercise, await uploadDrawings(app.current, student, exercise));
  const before = await readStudent(student);
  expect(before.classes).toMatchObject([
    { done: 1, required: 2, percent: 50, resume: { lessonId: exercise.id } },
  ]);
  expect(before.lessons).toMatchObject([
    { title: "Hold the pen", kind: "text", isDone: true, isOpen: true, drawing: null },
    { title: "Fifty circles", kind: "exercise", isDone: false, isOpen: true, drawing: "handed-in" },
  ]);
  const [{ promisedBy, _id: round }] = (await readOwn(app.current, student, exercise)).rounds;
  expect(before.critique).toBeNull();
  expect(before.comingUp).toMatchObject([
    {
      kind: "critique",
      at: promisedBy,
      title: "Fifty circles",
      lessonId: exercise.id,
      instructorName: instructor.name,
    },
  ]);
  await critique(app.current, instructor, round, { text: "Round, every one.", verdict: "accepted" });
  expect(await readStudent(student)).toMatchObject({
    lessons: [{}, { drawing: "accepted", isDone: true }],
    comingUp: [],
    critique: {
      lessonId: exercise.id,
      text: "Round, every one.",
      verdict: "accepted",
      picture: { width: 16, height: 12 },
    },
  });
});

test("no critique comes up while its instructor isn't teaching", async () => {
  const { instructor, student } = await makeSchool();
  const exercise = await makeExercise(app.current, instructor, await enroll(instructor, student, "Circles"));
  await handIn(app.current, student, exercise, await uploadDrawings(app.current, student, exercise));
  const admin = await makePerson(app.current, "admin");
  const change = async (path: "suspend" | "reinstate" | "student" | "instructor") => {
    const sent = { params: { id: instructor.id }, body: { reason: "Spam" } };
    expect((await call(app.current, `PATCH /users/${path}/{id}`, sent, admin)).status).toBe(200);
    return (await readStudent(student)).comingUp;
  };
  expect(await change("suspend")).toEqual([]);
  expect(await change("reinstate")).toHaveLength(1);
  expect(await change("student")).toEqual([]);
  expect(await change("instructor")).toHaveLength(1);
});

test("a section that opens later comes up", async () => {
  const { instructor, student } = await makeSchool();
  const classId = await enroll(instructor, student, "Cohort");
  await makeLesson(app.current, instructor, classId);
  const soon = new Date(app.current.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  const body = { startsOn: soon, timeZone: "UTC" };
  await call(app.current, "PATCH /class/{id}/schedule", { params: { id: classId }, body }, instructor);
  const { lessons, comingUp } = await readStudent(student);
  expect(lessons).toMatchObject([{ isOpen: false }]);
  expect(comingUp).toMatchObject([{ kind: "section", title: "First steps", classId, lessonId: null }]);
  expect(comingUp[0].at).toBe(lessons[0].opens);
});

test("three of the selected classes are on the desk, and how many there are", async () => {
  const { instructor, student } = await makeSchool();
  for (const className of ["One", "Two", "Three", "Four"]) {
    const classId = await makeClass(app.current, instructor, { className });
    await call(app.current, "POST /selected/class", { body: { classId } }, student);
  }
  const { selected, selectedCount } = await readStudent(student);
  expect(selectedCount).toBe(4);
  expect(selected).toMatchObject([
    { className: "Four", price: 49, isOpen: true },
    { className: "Three" },
    { className: "Two" },
  ]);
  const suspension = { params: { id: instructor.id }, body: { reason: "Spam" } };
  await call(app.current, "PATCH /users/suspend/{id}", suspension, await makePerson(app.current, "admin"));
  expect((await readStudent(student)).selected[0]).toMatchObject({ className: "Four", isOpen: false });
});

test("an instructor finds the first of the queue and the classes that aren't ready to sell", async () => {
  const { instructor } = await makeSchool();
  const ready = await makeClass(app.current, instructor, {
    className: "Ready",
    description: "Circles, from the shoulder.",
    whatYouWillLearn: ["Draw a circle"],
  });
  await makeLesson(app.current, instructor, ready, { isPreview: true });
  const promised: string[] = [];
  for (let each = 0; each < 5; each += 1) {
    promised.push((await makeDrawing(app.current, instructor, ready)).submission);
    app.current.clock.advance(60);
  }
  const pending = await makeClass(app.current, instructor, { className: "Pending", status: "pending" });
  await makeLesson(app.current, instructor, pending, { isPublished: false });
  await makeClass(app.current, instructor, { className: "Denied", status: "denied" });
  const overview = await readInstructor(await renewToken(app.current, instructor));
  expect(overview.drawings.map(({ _id }: { _id: string }) => _id)).toEqual(promised.slice(0, 4));
  expect(overview).toMatchObject({ waiting: 5, overdue: 0, totals: { classes: 3 } });
  expect(overview.classes).toMatchObject([
    { className: "Denied", status: "denied" },
    {
      _id: pending,
      status: "pending",
      isDescribed: false,
      lessons: 1,
      published: 0,
      exercises: 0,
      previews: 0,
    },
  ]);
  expect(overview.classes).toHaveLength(2);
});

test("an admin finds what is open, with its oldest, and nothing that is decided", async () => {
  const { instructor, student } = await makeSchool();
  const admin = await makePerson(app.current, "admin");
  expect(await readAdmin(admin)).toEqual([]);

  const began = app.current.clock.now().toISOString();
  await makeClass(app.current, instructor, { status: "pending" });
  app.current.clock.advance(60);
  await makeClass(app.current, instructor, { status: "pending" });
  const approved = await makeClass(app.current, instructor);
  await call(app.current, "POST /contact", {
    body: { name: "Ada", email: "ada@example.org", message: "Hello" },
  });
  await call(
    app.current,
    "POST /teaching/application",
    { body: { text: "I draw hands, and have taught for years.", portfolio: "https://example.org/hands" } },
    student,
  );
  const paymentId = await makePayment(app.current, { studentId: student.id, classId: approved });
  await app.current.context.db.insert(refundRequests).values({
    id: newId(),
    paymentId,
    text: "It isn't for me.",
    standing: {} as typeof refundRequests.$inferInsert.standing,
    createdAt: app.current.clock.now(),
  });
  const found = await readAdmin(admin);
  expect(found.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
    ["refund-requests", 1],
    ["classes", 2],
    ["applications", 1],
    ["messages", 1],
  ]);
  expect(found[1].since).toBe(began);
});
