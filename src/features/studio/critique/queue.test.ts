import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type ExerciseParams,
  critique,
  handIn,
  makeDrawing,
  makeExercise,
  readOwn,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { tellOverdue } from "./queue.ts";

const app = useTestApp();
const day = 86_400;
let instructor: TestPerson;
let classId: string;

beforeEach(async () => {
  instructor = await makePerson(app.current, "instructor");
  classId = await makeClass(app.current, instructor);
});

const later = async (seconds: number): Promise<void> => {
  app.current.clock.advance(seconds);
  instructor = await renewToken(app.current, instructor);
};
const listPage = (who: TestPerson, query: Record<string, string> = {}) =>
  call(app.current, "GET /instructor/critiques/{email}", { params: { email: who.email }, query }, who);
const count = async (who: TestPerson) =>
  (await call(app.current, "GET /instructor/critiques/{email}/count", { params: { email: who.email } }, who))
    .body;
const promise = (body: { classId: string | null; days: number | null }, who = instructor) =>
  call(app.current, "PATCH /instructor/promises/{email}", { params: { email: who.email }, body }, who);
const readPromises = async () =>
  (
    await call(
      app.current,
      "GET /instructor/promises/{email}",
      { params: { email: instructor.email } },
      instructor,
    )
  ).body;

async function handInOne(params: ExerciseParams) {
  const student = await makePerson(app.current, "student");
  await takeSeat(app.current, student, params.classId);
  const { body } = await handIn(
    app.current,
    student,
    params,
    await uploadDrawings(app.current, student, params),
  );
  const { _id: round, promisedBy } = body.rounds[0] as { _id: string; promisedBy: string };
  return { id: body._id as string, student, round, promisedBy };
}

test("the queue holds what waits in all classes of the instructor: overdue first, by the promises", async () => {
  const quick = await makeClass(app.current, instructor, { className: "Quick Poses" });
  expect((await promise({ classId: quick, days: 1 })).status).toBe(200);
  const [slow, fast] = [
    await makeExercise(app.current, instructor, classId),
    await makeExercise(app.current, instructor, quick, "Ten poses"),
  ];
  const first = await handInOne(slow);
  await later(60);
  const second = await handInOne(slow);
  await later(60);
  const urgent = await handInOne(fast);
  const answered = await handInOne(fast);
  await critique(app.current, instructor, answered.round);
  await later(2 * day);

  const { body } = await listPage(instructor);
  expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([urgent.id, first.id, second.id]);
  expect(body[0]).toMatchObject({
    className: "Quick Poses",
    lessonTitle: "Ten poses",
    number: 1,
    isOverdue: true,
    pictureCount: 1,
    picture: { width: 16, height: 12, widths: [16] },
  });
  expect(body[1]).toMatchObject({ isOverdue: false, promisedBy: first.promisedBy });
  expect(await count(instructor)).toEqual({ waiting: 3, overdue: 1 });
  expect(await count(await makePerson(app.current, "instructor"))).toEqual({ waiting: 0, overdue: 0 });
});

test("a class that is held again promises critiques in as many days", async () => {
  await makeExercise(app.current, instructor, classId);
  await promise({ classId, days: 14 });
  const body = { price: 49, availableSeats: 5, startsOn: null, timeZone: null };
  const held = { params: { id: classId }, body };
  const { insertedId } = (await call(app.current, "POST /class/{id}/hold-again", held, instructor)).body;
  expect((await readPromises()).classes).toMatchObject([
    { classId, days: 14 },
    { classId: insertedId, days: 14 },
  ]);
});

test("pages of the queue neither skip nor repeat, also among promises of the same moment", async () => {
  for (let each = 0; each < 7; each += 1) await makeDrawing(app.current, instructor, classId);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await listPage(instructor, { limit: "3", ...(cursor && { cursor }) });
    seen.push(...body.map(({ _id }: { _id: string }) => _id));
    const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    cursor = next && (new URL(next, app.current.origin).searchParams.get("cursor") ?? undefined);
  } while (cursor);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
  expect((await listPage(instructor, { cursor: "bm8" })).status).toBe(400);
});

test("who takes a class over takes its queue over", async () => {
  const { submission, round } = await makeDrawing(app.current, instructor, classId);
  const heir = await makePerson(app.current, "instructor");
  const admin = await makePerson(app.current, "admin");
  const sent = { params: { id: classId }, body: { email: heir.email } };
  expect((await call(app.current, "PATCH /admin/hand-over/class/{id}", sent, admin)).status).toBe(200);
  expect(await count(instructor)).toEqual({ waiting: 0, overdue: 0 });
  expect((await critique(app.current, instructor, round)).body.code).toBe("not-your-class");
  expect((await listPage(heir)).body).toMatchObject([{ _id: submission }]);
  expect((await critique(app.current, heir, round)).status).toBe(200);
});

test("who takes a class over is reminded of what is overdue, and the former instructor is not", async () => {
  await makeDrawing(app.current, instructor, classId);
  await later(6 * day);
  expect(await tellOverdue(app.current.context)).toBe(1);
  const { db } = app.current.context;
  await db.update(notifications).set({ readAt: app.current.clock.now() });
  const heir = await makePerson(app.current, "instructor");
  const sent = { params: { id: classId }, body: { email: heir.email } };
  await call(app.current, "PATCH /admin/hand-over/class/{id}", sent, await makePerson(app.current, "admin"));
  app.current.clock.advance(day);
  expect(await tellOverdue(app.current.context)).toBe(1);
  const told = await db.select().from(notifications).orderBy(notifications.id);
  expect(told.map(({ personId }) => personId)).toEqual([instructor.id, heir.id]);
  const back = { params: { id: classId }, body: { email: instructor.email } };
  await call(app.current, "PATCH /admin/hand-over/class/{id}", back, await makePerson(app.current, "admin"));
  expect(await tellOverdue(app.current.context)).toBe(1);
  // What the heir had not read is gone.
  expect(await db.select().from(notifications)).toMatchObject([
    { personId: instructor.id, kind: "critique-overdue", readAt: null },
  ]);
});

test("who took a class before teaching it has no critique to write for themselves", async () => {
  const { student, round } = await handInOne(await makeExercise(app.current, instructor, classId));
  const { db } = app.current.context;
  await db.update(users).set({ role: "instructor" }).where(eq(users.id, student.id));
  await db.update(classes).set({ instructorId: student.id }).where(eq(classes.id, classId));
  const teacher = await renewToken(app.current, student);
  expect(await count(teacher)).toEqual({ waiting: 0, overdue: 0 });
  expect((await critique(app.current, teacher, round)).body.code).toBe("drawing-not-found");
  await later(6 * day);
  expect(await tellOverdue(app.current.context)).toBe(0);
});

test("an instructor is notified of overdue drawings only while teaching", async () => {
  const exercise = await makeExercise(app.current, instructor, classId);
  const { round } = await handInOne(exercise);
  const { db } = app.current.context;
  const told = () => db.select().from(notifications).where(eq(notifications.personId, instructor.id));
  const become = async (role: "instructor" | "student") => {
    const admin = await makePerson(app.current, "admin");
    await call(app.current, `PATCH /users/${role}/{id}`, { params: { id: instructor.id } }, admin);
  };
  expect(await told()).toMatchObject([{ kind: "drawing-handed-in" }]);
  await become("student");
  expect(await told()).toEqual([]);
  await later(6 * day);
  await tellOverdue(app.current.context);
  await handInOne(exercise);
  expect(await told()).toEqual([]);
  await become("instructor");
  await tellOverdue(app.current.context);
  expect(await told()).toMatchObject([{ kind: "critique-overdue", aboutId: round }]);
});

test("an instructor who was suspended is reminded once they teach again", async () => {
  await makeDrawing(app.current, instructor, classId);
  const { db } = app.current.context;
  const suspend = (suspendedAt: Date | null) =>
    db.update(users).set({ suspendedAt }).where(eq(users.id, instructor.id));
  await suspend(app.current.clock.now());
  await later(6 * day);
  expect(await tellOverdue(app.current.context)).toBe(0);
  await suspend(null);
  expect(await tellOverdue(app.current.context)).toBe(1);
});

test("who lost the seat and took one again is promised a critique from then on", async () => {
  const { student, round } = await handInOne(await makeExercise(app.current, instructor, classId));
  await later(6 * day);
  expect(await tellOverdue(app.current.context)).toBe(1);
  await app.current.context.db.delete(enrollments);
  await later(day);
  await takeSeat(app.current, student, classId);
  const again = app.current.clock.now();
  await later(60);
  expect(await tellOverdue(app.current.context)).toBe(0);
  const promisedBy = new Date(again.getTime() + 5 * day * 1000).toISOString();
  expect((await listPage(instructor)).body).toMatchObject([
    { handedIn: again.toISOString(), promisedBy, isOverdue: false },
  ]);
  await later(5 * day);
  expect(await tellOverdue(app.current.context)).toBe(1);
  expect((await critique(app.current, instructor, round)).status).toBe(200);
});

test("who waits in a class without an instructor is promised nothing", async () => {
  const params = await makeExercise(app.current, instructor, classId);
  const student = await makePerson(app.current, "student");
  await takeSeat(app.current, student, classId);
  await handIn(app.current, student, params, await uploadDrawings(app.current, student, params));
  expect(await readOwn(app.current, student, params)).toMatchObject({ isTaught: true, hasSeat: true });
  const admin = await makePerson(app.current, "admin");
  await call(app.current, "PATCH /users/student/{id}", { params: { id: instructor.id } }, admin);
  expect(await readOwn(app.current, student, params)).toMatchObject({ isTaught: false });
  await app.current.context.db.delete(enrollments);
  expect(await readOwn(app.current, student, params)).toMatchObject({ hasSeat: false, mayHandIn: false });
});

test("a drawing whose student has left the class waits for no critique, and breaks no promise", async () => {
  const { round } = await makeDrawing(app.current, instructor, classId);
  const { db } = app.current.context;
  await db.delete(enrollments);
  await later(6 * day);
  expect(await count(instructor)).toEqual({ waiting: 0, overdue: 0 });
  expect((await listPage(instructor)).body).toEqual([]);
  expect(await tellOverdue(app.current.context)).toBe(0);
  // From a page that was open.
  expect((await critique(app.current, instructor, round)).status).toBe(200);
  expect(await db.select().from(notifications)).toEqual([]);
});

test("the days of a promise are those of the class, else of the instructor, else five", async () => {
  const params = await makeExercise(app.current, instructor, classId);
  const daysPromised = async () => {
    const { promisedBy } = await handInOne(params);
    return (new Date(promisedBy).getTime() - app.current.clock.now().getTime()) / 1000 / day;
  };
  expect(await readPromises()).toMatchObject({ days: 5, classes: [{ classId, days: null }] });
  expect(await daysPromised()).toBe(5);
  await promise({ classId: null, days: 3 });
  expect(await daysPromised()).toBe(3);
  await promise({ classId, days: 14 });
  expect(await daysPromised()).toBe(14);
  expect(await readPromises()).toMatchObject({ days: 3, classes: [{ classId, days: 14 }] });
  await promise({ classId, days: null });
  await promise({ classId: null, days: null });
  expect(await daysPromised()).toBe(5);
  expect((await promise({ classId: null, days: 31 })).body.fields[0].message).toBe("Choose 1 to 30 days");
  const stranger = await makePerson(app.current, "instructor");
  expect((await promise({ classId, days: 2 }, stranger)).body.code).toBe("not-your-class");
});

test("an instructor is told of each overdue drawing once, and of a class once a day", async () => {
  const told = async () =>
    (await app.current.context.db.select().from(notifications))
      .filter(({ kind }) => kind === "critique-overdue")
      .map(({ personId, parts }) => ({ personId, count: parts?.count }));
  const { round } = await makeDrawing(app.current, instructor, classId);
  await makeDrawing(app.current, instructor, classId);
  expect(await tellOverdue(app.current.context)).toBe(0);
  await later(4 * day);
  await makeDrawing(app.current, instructor, classId);
  await later(day);
  const runs = await Promise.all([1, 2].map(() => tellOverdue(app.current.context)));
  expect(runs.toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(await told()).toEqual([{ personId: instructor.id, count: 2 }]);
  await critique(app.current, instructor, round);

  await later(day / 2);
  expect(await tellOverdue(app.current.context)).toBe(0);
  await later(4 * day);
  expect(await tellOverdue(app.current.context)).toBe(1);
  expect(await tellOverdue(app.current.context)).toBe(0);
  expect(await told()).toEqual([
    { personId: instructor.id, count: 2 },
    { personId: instructor.id, count: 1 },
  ]);
});
