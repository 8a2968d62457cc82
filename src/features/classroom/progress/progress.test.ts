/** @databases both */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { learningOf } from "../../../../test/support/learning.ts";
import { makeLesson, makeSection, publish } from "../../../../test/support/lessons.ts";
import { meanwhile } from "../../../../test/support/lock-waiters.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { takeSeat } from "../../../../test/support/school.ts";
import { makeVideo, makeVideoLesson, setVideo } from "../../../../test/support/videos.ts";
import { users } from "../../../access/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { finishChecks, openedLessons } from "../lessons/tables.ts";
import { completeLesson, noteOpenedMaterial, openAsStudent } from "./lesson-progress.ts";
import { noteSent } from "./note-learner.ts";
import { minStudents } from "../lessons/policy.ts";
import { reportWatched } from "./report-watched.ts";
import { completedLessons, learners, openedMaterials, watching } from "./tables.ts";

const app = useTestApp();
const { makeSchool, makeWatcher, callAs, open, tick, untick, report, send, learning, learningIn } =
  learningOf(app);

describe("a lesson", () => {
  test("is done when nine tenths of its video were watched, and stays done", async () => {
    const { student, place, video } = await makeWatcher(100);
    await send(student, place, video, 0, 100);
    app.current.clock.advance(60);
    expect((await report(student, place, video, [[0, 89]])).body).toMatchObject({
      isDone: false,
      watched: 89,
    });
    app.current.clock.advance(15);
    expect((await report(student, place, video, [[0, 90]])).body).toMatchObject({
      isDone: true,
      watched: 90,
    });
    const [fact] = await app.current.context.db.select().from(completedLessons);
    expect(fact).toMatchObject({ how: "watched", completedAt: app.current.clock.now() });
    app.current.clock.advance(15);
    expect((await report(student, place, video, [])).body).toMatchObject({ isDone: true, watched: 90 });
    expect((await app.current.context.db.select().from(completedLessons))[0]).toEqual(fact);
  });

  test("that the student unticks is not ticked again by the player in another tab", async () => {
    const { student, place, video } = await makeWatcher(100);
    await send(student, place, video, 0, 100);
    app.current.clock.advance(60);
    await report(student, place, video, [[0, 95]]);
    expect((await untick(student, place)).body).toEqual({ isDone: false });
    app.current.clock.advance(15);
    expect((await report(student, place, video, [[0, 100]])).body.isDone).toBe(false);
    expect((await tick(student, place)).body).toEqual({ isDone: true });
    expect((await open(student, place)).body).toEqual({ isDone: true, position: 0, watched: 100 });
  });

  test("keeps what was done when it is moved, renamed, published again or given another video", async () => {
    const { instructor, student, classId, place, video } = await makeWatcher(100);
    await send(student, place, video, 0, 100);
    app.current.clock.advance(60);
    await report(student, place, video, [[0, 50]], 50);
    const newVideo = await makeVideo(app.current, instructor, { seconds: 40 });
    await setVideo(app.current, instructor, place, newVideo);
    await publish(app.current, instructor, place);
    // The other tab still plays what was sent of the earlier video.
    app.current.clock.advance(60);
    expect((await report(student, place, video, [[0, 95]], 95)).body).toEqual({
      isDone: true,
      position: 95,
      watched: 95,
    });
    expect((await open(student, place)).body).toEqual({ isDone: true, position: 0, watched: 0 });
    expect(await report(student, place, classId, [[0, 10]])).toMatchObject({
      status: 409,
      body: { code: "video-not-in-lesson" },
    });
    const section = await makeSection(app.current, instructor, classId, "Elsewhere");
    const { body: curriculum } = await callAs(instructor, "GET /curriculum/{classId}", { classId });
    await callAs(
      instructor,
      "PATCH /curriculum/{classId}/order",
      { classId },
      {
        orderVersion: curriculum.orderVersion,
        sections: [
          { _id: section, lessons: [place.id] },
          { _id: curriculum.sections[0]._id, lessons: [] },
        ],
      },
    );
    expect((await learning(student))[0]).toMatchObject({ done: 1, required: 1, percent: 100, resume: null });
  });

  test("that is retired does not count, and stays listed for who had opened it", async () => {
    const { instructor, classId, student } = await makeSchool();
    const other = await makePerson(app.current, "student");
    await takeSeat(app.current, other, classId);
    const { lesson: first, section } = await makeLesson(app.current, instructor, classId, { title: "First" });
    const { lesson: second } = await makeLesson(app.current, instructor, classId, {
      section,
      title: "Second",
    });
    await open(student, { classId, id: first });
    await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/retire",
      { params: { classId, id: first } },
      instructor,
    );
    const seen = await learningIn(student, classId);
    expect(seen).toMatchObject({ done: 0, required: 1, resume: { lessonId: second } });
    expect(seen.sections[0].lessons).toMatchObject([
      { title: "First", isRetired: true, isOpen: true },
      { title: "Second", isRetired: false, isOpen: true },
    ]);
    expect((await learningIn(other, classId)).sections[0].lessons).toMatchObject([{ title: "Second" }]);
  });
});

test("a student who becomes an admin goes on learning", async () => {
  const { instructor, classId, student } = await makeSchool();
  const { lesson: id } = await makeLesson(app.current, instructor, classId);
  const admin = await makePerson(app.current, "admin");
  await takeSeat(app.current, admin, classId);
  expect(await tick(admin, { classId, id })).toMatchObject({ status: 200, body: { isDone: true } });
  expect(await tick(student, { classId, id })).toMatchObject({ body: { isDone: true } });
});

describe("people without a seat", () => {
  test("write nothing: staff, and whoever watches a preview", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id, video } = await makeVideoLesson(app.current, instructor, classId, {
      isPreview: true,
    });
    const stranger = await makePerson(app.current, "student");
    const admin = await makePerson(app.current, "admin");
    const place = { classId, id };
    for (const person of [stranger, instructor, admin]) {
      const neutral = { isDone: false, position: 0, watched: 0 };
      expect(await open(person, place)).toMatchObject({ status: 200, body: neutral });
      expect(await report(person, place, video, [[0, 30]], 30)).toMatchObject({ status: 200, body: neutral });
      expect(await tick(person, place)).toMatchObject({ status: 200, body: { isDone: false } });
      expect(await untick(person, place)).toMatchObject({ status: 200, body: { isDone: false } });
    }
    const { db } = app.current.context;
    for (const table of [openedLessons, completedLessons, watching, learners])
      expect(await db.$count(table)).toBe(0);
    await open(student, place);
    expect(await db.$count(openedLessons)).toBe(1);
  });

  test("after a refund are refused, and find all as it was once they have a seat again", async () => {
    const { student, classId, place, video } = await makeWatcher(100);
    await send(student, place, video, 0, 100);
    app.current.clock.advance(60);
    await report(student, place, video, [[0, 95]], 95);
    const { db } = app.current.context;
    await db.delete(enrollments).where(eq(enrollments.studentId, student.id));
    for (const answer of [
      await open(student, place),
      await report(student, place, video, [[0, 100]]),
      await tick(student, place),
      await untick(student, place),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: "lesson-needs-a-seat" } });
    expect(await learning(student)).toEqual([]);
    expect(await learningIn(student, classId)).toMatchObject({ code: "not-enrolled" });
    await takeSeat(app.current, student, classId);
    expect((await learning(student))[0]).toMatchObject({ done: 1, percent: 100 });
    expect((await open(student, place)).body).toEqual({ isDone: true, position: 95, watched: 95 });
  });
});

describe("what is on its way while the account is deleted", () => {
  const recordings = (student: TestPerson, place: { classId: string; id: string }, videoId: string) => {
    const { context } = app.current;
    const { classId, id: lessonId } = place;
    const opened = { studentId: student.id, classId };
    return [
      () => openAsStudent(context, student, place),
      () => reportWatched(context, student, place, { videoId, ranges: [[0, 5]], position: 5 }),
      () => completeLesson(context, student, place, "read"),
      () => noteSent(context, { ...opened, lessonId, videoId, from: 0, to: 4 }),
      () => noteOpenedMaterial(context, { ...opened, materialId: videoId }),
    ];
  };
  const recorded = [openedLessons, completedLessons, watching, learners, openedMaterials, finishChecks];
  const refusal = { type: { code: "lesson-needs-a-seat" } };

  test("leaves no rows", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id, video } = await makeVideoLesson(app.current, instructor, classId);
    const { db } = app.current.context;
    await db.update(users).set({ deletedAt: app.current.clock.now() }).where(eq(users.id, student.id));
    for (const record of recordings(student, { classId, id }, video))
      await expect(record()).rejects.toMatchObject(refusal);
    for (const table of recorded) expect(await db.$count(table)).toBe(0);
  });

  test.runIf(isPostgres)("waits for it, and leaves no rows", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id, video } = await makeVideoLesson(app.current, instructor, classId);
    const { db } = app.current.context;
    const isTheirs = eq(users.id, student.id);
    const refusals = await meanwhile(
      db,
      (tx) => tx.select().from(users).where(isTheirs).for("update"),
      recordings(student, { classId, id }, video).map(
        (record) => () => record().catch((error: unknown) => error),
      ),
      (tx) => tx.update(users).set({ deletedAt: app.current.clock.now() }).where(isTheirs),
    );
    for (const each of refusals) expect(each).toMatchObject(refusal);
    for (const table of recorded) expect(await db.$count(table)).toBe(0);
  });
});

test("how far a class has come is told in numbers, and in few ones while few have started", async () => {
  const { instructor, classId, student } = await makeSchool();
  const { lesson: one, section } = await makeLesson(app.current, instructor, classId);
  const { lesson: two } = await makeLesson(app.current, instructor, classId, { section });
  await makeLesson(app.current, instructor, classId, { section, isRequired: false });
  await makeLesson(app.current, instructor, classId, { section, isPublished: false });
  const progress = async () =>
    (await call(app.current, "GET /curriculum/{classId}/progress", { params: { classId } }, instructor)).body;
  const students = [student];
  for (let count = 1; count <= minStudents; count += 1) {
    const person = await makePerson(app.current, "student");
    await takeSeat(app.current, person, classId);
    students.push(person);
  }
  for (const person of students.slice(0, minStudents)) {
    expect(await progress()).toEqual({
      students: minStudents + 1,
      started: students.indexOf(person),
      finished: null,
      lessons: [],
    });
    await open(person, { classId, id: one });
  }
  for (const id of [one, two]) await tick(student, { classId, id });
  const numbers = await progress();
  expect(numbers).toMatchObject({ students: minStudents + 1, started: minStudents, finished: 1 });
  expect(numbers.lessons).toHaveLength(3);
  expect(numbers.lessons.slice(0, 2)).toEqual([
    { _id: one, opened: minStudents, done: 1 },
    { _id: two, opened: 0, done: 1 },
  ]);
  const { db } = app.current.context;
  await db.delete(enrollments).where(eq(enrollments.studentId, student.id));
  expect(await progress()).toMatchObject({ started: minStudents - 1, finished: null, lessons: [] });
});

test("the days of this month are those on which the student learned", async () => {
  const { student, classId, place, video } = await makeWatcher();
  const days = [app.current.clock.now().toISOString().slice(0, 10)];
  for (const learn of [
    () => open(student, place),
    () => report(student, place, video, []),
    () => tick(student, place),
  ]) {
    app.current.clock.advance(2 * 86_400);
    await learn();
    days.push(app.current.clock.now().toISOString().slice(0, 10));
  }
  const month = days.at(-1)!.slice(0, 7);
  const { daysThisMonth } = await learningIn(student, classId);
  expect(daysThisMonth).toEqual(days.filter((day) => day.startsWith(month)));
});
