import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { learningOf } from "../../../../test/support/learning.ts";
import { makeLesson, makeSection } from "../../../../test/support/lessons.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { rewind } from "./policy.ts";

const app = useTestApp();
const {
  makeSchool,
  makeWatcher,
  open,
  tick,
  untick,
  report,
  send,
  learning,
  learningIn,
  schedule,
  openLater,
} = learningOf(app);

describe("Continue", () => {
  test("leads to the lesson and the second on another device", async () => {
    const { instructor, student, classId, place, video } = await makeWatcher(600);
    await makeLesson(app.current, instructor, classId, { title: "Later" });
    await send(student, place, video, 0, 600);
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
