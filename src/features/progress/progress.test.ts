import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { isPostgres } from "../../../test/database.ts";
import { makeLesson, makeSection, publish } from "../../../test/lessons.ts";
import { type Answer, type TestPerson, call, makePerson } from "../../../test/people.ts";
import { makeClass, takeSeat } from "../../../test/school.ts";
import { makeVideo, makeVideoLesson, setVideo } from "../../../test/videos.ts";
import { enrollments } from "../enrollments/tables.ts";
import { openedLessons } from "../lessons/tables.ts";
import { flushSentSeconds } from "./flush-sent-seconds.ts";
import { fewestStudents, rewind } from "./policy.ts";
import { completedLessons, learners, watching } from "./tables.ts";

const app = useTestApp();
beforeEach(() => void app.current.context.sentSeconds.takeAll());

type Place = Readonly<Record<"classId" | "id", string>>;

async function makeSchool() {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const student = await makePerson(app.current, "student");
  await takeSeat(app.current, student, classId);
  return { instructor, classId, student };
}

async function makeWatcher(seconds = 3600) {
  const school = await makeSchool();
  const { lesson, video } = await makeVideoLesson(app.current, school.instructor, school.classId, {
    seconds,
  });
  const place = { classId: school.classId, id: lesson };
  await open(school.student, place);
  return { ...school, place, video };
}

/** The clock of these tests outruns their tokens. */
const callAs = async (
  person: TestPerson,
  key: string,
  params: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> =>
  call(
    app.current,
    key,
    { params, ...(body && { body }) },
    { token: await app.current.context.accessTokens.issue(person.id) },
  );

const open = (student: TestPerson, place: Place): Promise<Answer> =>
  callAs(student, "POST /class/{classId}/lesson/{id}/opened", place);
const tick = (student: TestPerson, place: Place): Promise<Answer> =>
  callAs(student, "POST /class/{classId}/lesson/{id}/done", place, { how: "ticked" });
const untick = (student: TestPerson, place: Place): Promise<Answer> =>
  callAs(student, "DELETE /class/{classId}/lesson/{id}/done", place);

const report = (
  student: TestPerson,
  place: Place,
  videoId: string,
  ranges: readonly (readonly [number, number])[],
  position = 0,
): Promise<Answer> =>
  callAs(student, "POST /class/{classId}/lesson/{id}/watched", place, { videoId, ranges, position });

/** As if the bytes of these seconds had left the server. */
function send(student: TestPerson, { id }: Place, videoId: string, from = 0, to = 3600): void {
  app.current.context.sentSeconds.add({
    studentId: student.id,
    lessonId: id,
    videoId,
    parts: [[from * 1000, to * 1000]],
    since: app.current.clock.now(),
  });
}

const learning = async (student: TestPerson): Promise<Answer["body"]> =>
  (await callAs(student, "GET /learning/{email}", { email: student.email })).body;
const learningIn = async (student: TestPerson, classId: string): Promise<Answer["body"]> =>
  (await callAs(student, "GET /learning/{email}/class/{classId}", { email: student.email, classId })).body;

const schedule = (instructor: TestPerson, classId: string, startsOn: string) =>
  call(
    app.current,
    "PATCH /class/{id}/schedule",
    { params: { id: classId }, body: { startsOn, timeZone: "UTC" } },
    instructor,
  );
const openLater = (instructor: TestPerson, classId: string, id: string, opensAfterDays: number) =>
  call(
    app.current,
    "PATCH /curriculum/{classId}/section/{id}",
    { params: { classId, id }, body: { opensAfterDays, opensAt: "18:00" } },
    instructor,
  );

describe("watched seconds", () => {
  test("are counted as far as they were sent and can have passed", async () => {
    const { student, place, video } = await makeWatcher();
    send(student, place, video);
    app.current.clock.advance(15);
    expect(await report(student, place, video, [[0, 3600]], 3600)).toMatchObject({
      status: 200,
      body: { isDone: false, position: 3600, watched: 35 },
    });
    app.current.clock.advance(15);
    // The grace that was used is paid back.
    expect((await report(student, place, video, [[0, 3600]], 50)).body).toEqual({
      isDone: false,
      position: 50,
      watched: 65,
    });
  });

  test("that were never sent count for nothing, and the first that were sent count first", async () => {
    const { student, place, video } = await makeWatcher();
    app.current.clock.advance(600);
    expect((await report(student, place, video, [[0, 60]])).body.watched).toBe(0);
    send(student, place, video, 100, 120);
    app.current.clock.advance(600);
    expect((await report(student, place, video, [[0, 3600]])).body.watched).toBe(24);
    const [row] = await app.current.context.db.select().from(watching);
    expect(row).toMatchObject({ watched: "{[98,122)}", sent: "{[100,120)}" });
  });

  test("cannot be hurried by many small reports", async () => {
    const { student, place, video } = await makeWatcher();
    send(student, place, video);
    for (let turn = 0; turn < 40; turn += 1) {
      app.current.clock.advance(0.5);
      await report(student, place, video, [[0, 3600]]);
    }
    expect((await report(student, place, video, [])).body.watched).toBe(45);
  });

  test("do not double in two tabs, in one lesson or in two", async () => {
    const { instructor, student, classId, place, video } = await makeWatcher();
    const second = await makeVideoLesson(app.current, instructor, classId, { seconds: 3600 });
    const other = { classId, id: second.lesson };
    await open(student, other);
    send(student, place, video);
    send(student, other, second.video);
    let both = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      app.current.clock.advance(15);
      const one = [
        report(student, place, video, [[0, 1800]]),
        report(student, place, video, [[1800, 3600]]),
        report(student, place, video, [[0, 3600]]),
      ];
      const two = one.map(() => report(student, other, second.video, [[0, 3600]]));
      const most = async (answers: readonly Promise<Answer>[]): Promise<number> =>
        Math.max(...(await Promise.all(answers)).map(({ body }) => body.watched));
      both = (await most(one)) + (await most(two));
    }
    // On one connection the reports come one after the other.
    if (!isPostgres) expect(both).toBe(2 * 60 + 5);
    expect(both).toBeLessThanOrEqual(2 * 60 + 5);
  });

  test("that come late from a queue are all counted", async () => {
    const { instructor, student, classId, place, video } = await makeWatcher();
    const second = await makeVideoLesson(app.current, instructor, classId, { seconds: 3600 });
    const other = { classId, id: second.lesson };
    await open(student, other);
    send(student, place, video);
    send(student, other, second.video);
    app.current.clock.advance(1200);
    for (let turn = 0; turn < 40; turn += 1)
      await report(student, turn % 2 ? place : other, turn % 2 ? video : second.video, [
        [turn * 15, turn * 15 + 15],
      ]);
    expect((await report(student, place, video, [])).body.watched).toBe(300);
    expect((await report(student, other, second.video, [])).body.watched).toBe(300);
    // What is left is lost when reports come at their usual pace again.
    app.current.clock.advance(15);
    await report(student, place, video, []);
    app.current.clock.advance(15);
    expect((await report(student, place, video, [[1000, 3600]])).body.watched).toBe(335);
  });

  test("end with the video, and mean nothing when they are turned around", async () => {
    const { student, place, video } = await makeWatcher(20);
    send(student, place, video, 0, 20);
    app.current.clock.advance(600);
    const answer = await report(
      student,
      place,
      video,
      [
        [15, 9],
        [7, 7],
        [10, 86_400],
      ],
      86_400,
    );
    expect(answer).toMatchObject({ status: 200, body: { watched: 10, position: 20 } });
    expect((await report(student, place, video, [[0, 86_401]])).status).toBe(400);
  });

  test("survive a database that is away for the flush", async () => {
    const { student, place, video } = await makeWatcher();
    send(student, place, video, 0, 40);
    const { context } = app.current;
    const broken = { execute: () => Promise.reject(new Error("away")) } as unknown as typeof context.db;
    await expect(flushSentSeconds({ ...context, db: broken })).rejects.toThrow("away");
    await flushSentSeconds(context);
    const [row] = await context.db.select().from(watching);
    expect(row).toMatchObject({ sent: "{[0,40)}", watched: "{}" });
    app.current.clock.advance(30);
    expect((await report(student, place, video, [[0, 20]])).body.watched).toBe(20);
  });

  test("are counted from the first bytes on, when no page said that the lesson was opened", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id, video } = await makeVideoLesson(app.current, instructor, classId);
    const place = { classId, id };
    expect((await report(student, place, video, [[0, 60]])).body.watched).toBe(0);
    await app.current.context.db.delete(learners);
    send(student, place, video, 0, 60);
    app.current.clock.advance(10);
    expect((await report(student, place, video, [[0, 60]])).body.watched).toBe(25);
  });
});

describe("a lesson", () => {
  test("is done when nine tenths of its video were watched, and stays done", async () => {
    const { student, place, video } = await makeWatcher(100);
    send(student, place, video, 0, 100);
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
    send(student, place, video, 0, 100);
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
    send(student, place, video, 0, 100);
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
      send(person, place, video);
      app.current.context.sentSeconds.takeAll();
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
    send(student, place, video, 0, 100);
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

describe("Continue", () => {
  test("leads to the lesson and the second on another device", async () => {
    const { instructor, student, classId, place, video } = await makeWatcher(600);
    await makeLesson(app.current, instructor, classId, { title: "Later" });
    send(student, place, video, 0, 600);
    app.current.clock.advance(60);
    await report(student, place, video, [[0, 60]], 60);
    expect(await learning(student)).toEqual([
      {
        classId,
        done: 0,
        required: 2,
        percent: 0,
        resume: { lessonId: place.id, title: "Draw a line", second: 60 - rewind, isStarted: true },
        opensNext: null,
      },
    ]);
  });

  test("leads to what opens next once all that is open is done", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: first } = await makeLesson(app.current, instructor, classId);
    const later = await makeSection(app.current, instructor, classId, "Next week");
    await makeLesson(app.current, instructor, classId, { section: later });
    const today = app.current.clock.now().toISOString().slice(0, 10);
    await schedule(instructor, classId, today);
    await openLater(instructor, classId, later, 7);
    await tick(student, { classId, id: first });
    const [standing] = await learning(student);
    const opens = new Date(`${today}T18:00:00Z`);
    opens.setUTCDate(opens.getUTCDate() + 7);
    expect(standing).toMatchObject({
      percent: 50,
      resume: null,
      opensNext: { title: "Next week", opens: opens.toISOString() },
    });
    expect((await learningIn(student, classId)).sections).toMatchObject([
      { isOpen: true, opens: `${today}T00:00:00.000Z` },
      { isOpen: false, lessons: [{ isOpen: false }] },
    ]);
  });

  test("is right in 100 random histories", async () => {
    const { instructor, classId } = await makeSchool();
    const lessons: { id: string; isVideo: boolean; video: string; isLater: boolean }[] = [];
    for (const [index, title] of ["One", "Two", "Three"].entries()) {
      const section = await makeSection(app.current, instructor, classId, title);
      for (let turn = 0; turn < 3; turn += 1) {
        const isVideo = turn !== 1;
        const made = isVideo
          ? await makeVideoLesson(app.current, instructor, classId, { section, seconds: 300 })
          : { ...(await makeLesson(app.current, instructor, classId, { section })), video: "" };
        lessons.push({ id: made.lesson, isVideo, video: made.video, isLater: index === 1 });
      }
      if (index === 1) await openLater(instructor, classId, section, 30);
    }
    await schedule(instructor, classId, app.current.clock.now().toISOString().slice(0, 10));
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    for (let history = 0; history < 100; history += 1) {
      const student = await makePerson(app.current, "student");
      await takeSeat(app.current, student, classId);
      const done = new Set<string>();
      const positions = new Map<string, number>();
      let last = "";
      for (let turn = random(14); turn > 0; turn -= 1) {
        app.current.clock.advance(20);
        const { id, isVideo, video, isLater } = lessons[random(lessons.length)]!;
        const place = { classId, id };
        const opened = await open(student, place);
        expect(opened.status).toBe(isLater ? 403 : 200);
        if (isLater) continue;
        last = id;
        if (isVideo) {
          const position = random(300);
          positions.set(id, position);
          await report(student, place, video, [], position);
        }
        if (random(2)) {
          await tick(student, place);
          done.add(id);
        } else if (random(4) === 0) {
          await untick(student, place);
          done.delete(id);
        }
      }
      const open_ = lessons.filter(({ isLater }) => !isLater);
      const at = open_.findIndex(({ id }) => id === last);
      const wanted = [...open_.slice(Math.max(at, 0)), ...open_].find(({ id }) => !done.has(id));
      const [standing] = await learning(student);
      expect(standing, `history ${history}`).toMatchObject({
        done: done.size,
        required: 9,
        percent: Math.floor((100 * done.size) / 9),
        resume: wanted
          ? {
              lessonId: wanted.id,
              second: Math.max((positions.get(wanted.id) ?? 0) - rewind, 0),
              isStarted: last !== "",
            }
          : null,
      });
    }
  }, 300_000);
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

test("a list of classes has its standings in the order of the enrolled classes, page by page", async () => {
  const { instructor, classId, student } = await makeSchool();
  const ids = [classId];
  for (let count = 0; count < 4; count += 1) {
    const id = await makeClass(app.current, instructor);
    await makeLesson(app.current, instructor, id);
    await takeSeat(app.current, student, id);
    ids.unshift(id);
  }
  expect((await learning(student)).map((row: { classId: string }) => row.classId)).toEqual(ids);
  const first = await call(
    app.current,
    "GET /learning/{email}",
    { params: { email: student.email }, query: { limit: "2" } },
    student,
  );
  expect(first.body).toHaveLength(2);
  expect(first.headers.get("link")).toContain('rel="next"');
  // Nothing is published in the first class.
  expect((await learning(student)).at(-1)).toMatchObject({
    required: 0,
    percent: 0,
    resume: null,
    opensNext: null,
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
  for (let count = 1; count <= fewestStudents; count += 1) {
    const person = await makePerson(app.current, "student");
    await takeSeat(app.current, person, classId);
    students.push(person);
  }
  for (const person of students.slice(0, fewestStudents)) {
    expect(await progress()).toEqual({
      students: fewestStudents + 1,
      started: students.indexOf(person),
      finished: null,
      lessons: [],
    });
    await open(person, { classId, id: one });
  }
  for (const id of [one, two]) await tick(student, { classId, id });
  const numbers = await progress();
  expect(numbers).toMatchObject({ students: fewestStudents + 1, started: fewestStudents, finished: 1 });
  expect(numbers.lessons).toHaveLength(3);
  expect(numbers.lessons.slice(0, 2)).toEqual([
    { _id: one, opened: fewestStudents, done: 1 },
    { _id: two, opened: 0, done: 1 },
  ]);
  const { db } = app.current.context;
  await db.delete(enrollments).where(eq(enrollments.studentId, student.id));
  expect(await progress()).toMatchObject({ started: fewestStudents - 1, finished: null, lessons: [] });
});
