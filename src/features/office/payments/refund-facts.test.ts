import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, makeSection, publish } from "../../../../test/support/lessons.ts";
import { getMedia, makeMaterial } from "../../../../test/support/media.ts";
import { buy } from "../../../../test/support/paying.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { type Purchase, buyClass } from "../../../../test/support/purchase.ts";
import { makeVideo, makeVideoLesson, setVideo } from "../../../../test/support/videos.ts";
import { standingOf } from "../../../../test/support/withdrawing.ts";
import { noteSent } from "../../classroom/progress/note-learner.ts";

const app = useTestApp();

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

/** 200 words are a minute. */
const minutesOfText = (minutes: number): string => "a ".repeat(200 * minutes);

const standing = () => standingOf(app.current, bought.student, bought.paymentId);
const makeText = (minutes: number, options: Parameters<typeof makeLesson>[3] = {}) =>
  makeLesson(app.current, bought.instructor, bought.classId, { body: minutesOfText(minutes), ...options });

const placeOf = (id: string) => ({ params: { classId: bought.classId, id } });
const readLesson = (id: string) =>
  call(app.current, "GET /class/{classId}/lesson/{id}", placeOf(id), bought.student);
const retire = (id: string) =>
  call(app.current, "POST /curriculum/{classId}/lesson/{id}/retire", placeOf(id), bought.instructor);

async function rewrite(id: string, minutes: number): Promise<void> {
  const edit = { ...placeOf(id), body: { body: minutesOfText(minutes) } };
  await call(app.current, "PATCH /curriculum/{classId}/lesson/{id}", edit, bought.instructor);
  await publish(app.current, bought.instructor, { classId: bought.classId, id });
}

describe("of a text", () => {
  test("the answer itself counts, whatever the page reports", async () => {
    const { section, lesson } = await makeText(10);
    await makeText(30, { section });
    expect(await standing()).toMatchObject({ opened: 0, total: 2400 });
    await readLesson(lesson);
    expect(await standing()).toMatchObject({
      opened: 600,
      share: { number: 250, holds: false },
      lessons: [{ opened: 600 }, { opened: 0 }],
    });
  });

  test("a tick without opening it, and what the instructor opens, count for nothing", async () => {
    const { lesson } = await makeText(10);
    const tick = { ...placeOf(lesson), body: { how: "ticked" } };
    await call(app.current, "POST /class/{classId}/lesson/{id}/done", tick, bought.student);
    await call(app.current, "GET /class/{classId}/lesson/{id}", placeOf(lesson), bought.instructor);
    expect((await standing()).opened).toBe(0);
  });

  test("a longer version counts once it is opened", async () => {
    const { lesson } = await makeText(1);
    await readLesson(lesson);
    app.current.clock.advance(60);
    await rewrite(lesson, 10);
    expect(await standing()).toMatchObject({ opened: 60, total: 600 });
    app.current.clock.advance(60);
    await readLesson(lesson);
    expect(await standing()).toMatchObject({ opened: 600, total: 600 });
  });
});

test("a material counts when bytes of it were sent to the student", async () => {
  const { lesson } = await makeText(3);
  const file = Buffer.from("%PDF-1.7 a worksheet");
  const id = await makeMaterial(app.current, lesson, "sheet.pdf", file);
  const path = `${bought.classId}/${lesson}/materials/${id}/sheet.pdf`;
  await getMedia(app.current, path, bought.student, {}, "HEAD");
  await getMedia(app.current, path, bought.student, { "if-none-match": `"${id}"` });
  await (await getMedia(app.current, path, bought.instructor)).arrayBuffer();
  expect(await standing()).toMatchObject({ opened: 0, total: 240 });
  const range = { range: "bytes=0-3" };
  expect(await (await getMedia(app.current, path, bought.student, range)).text()).toBe("%PDF");
  expect((await standing()).opened).toBe(60);
  expect((await standing()).lessons).toMatchObject([{ materials: { count: 1, opened: 1 } }]);
});

test("a preview counts on neither side, and a draft not at all", async () => {
  const { section, lesson } = await makeText(10, { isPreview: true });
  await makeText(20, { section });
  await makeText(30, { section, isPublished: false });
  await readLesson(lesson);
  expect(await standing()).toMatchObject({ opened: 0, total: 1200 });
});

test("what opens later counts as not opened", async () => {
  const { classId, instructor } = bought;
  const section = await makeSection(app.current, instructor, classId);
  const { lesson } = await makeText(10, { section });
  const cohort = { params: { id: classId }, body: { startsOn: "2036-01-10", timeZone: "UTC" } };
  expect((await call(app.current, "PATCH /class/{id}/schedule", cohort, instructor)).status).toBe(200);
  expect((await readLesson(lesson)).body.code).toBe("lesson-opens-later");
  expect(await standing()).toMatchObject({ opened: 0, total: 600, share: { number: 0, holds: true } });
});

describe("a class that is cut in half raises nobody's share:", () => {
  test("what it held at the payment stays the measure", async () => {
    const { section, lesson } = await makeText(10);
    const rest = await makeText(90, { section });
    app.current.clock.advance(60);
    const student = await makePerson(app.current, "student");
    const { paymentId } = await buy(app.current, student, bought.classId);
    bought = { ...bought, student, paymentId };
    await readLesson(lesson);
    expect(await standing()).toMatchObject({ total: 6000, share: { number: 100 } });
    app.current.clock.advance(60);
    await retire(rest.lesson);
    const free = { ...placeOf(rest.lesson), body: { isPreview: true } };
    await call(app.current, "PATCH /curriculum/{classId}/lesson/{id}", free, bought.instructor);
    expect(await standing()).toMatchObject({ opened: 600, total: 6000, share: { number: 100 } });
  });

  test("lessons that came and went after the payment stay in the sum", async () => {
    const { section, lesson } = await makeText(10);
    const rest = await makeText(90, { section });
    await readLesson(lesson);
    app.current.clock.advance(60);
    await retire(rest.lesson);
    expect(await standing()).toMatchObject({
      total: 6000,
      share: { number: 100 },
      lessons: [{ isRetired: false }, { isRetired: true }],
    });
  });

  test("a shorter text or film counts as long as it was, and what was opened of it stays opened", async () => {
    const { instructor, student, classId } = bought;
    const { section, lesson, video } = await makeVideoLesson(app.current, instructor, classId, {
      seconds: 1000,
    });
    const reading = await makeText(50, { section });
    const film = { studentId: student.id, classId, lessonId: lesson, videoId: video };
    await noteSent(app.current.context, { ...film, from: 0, to: 400 });
    expect(await standing()).toMatchObject({ opened: 400, total: 4000 });
    app.current.clock.advance(60);
    await setVideo(
      app.current,
      instructor,
      { classId, id: lesson },
      await makeVideo(app.current, instructor, { seconds: 100 }),
    );
    await publish(app.current, instructor, { classId, id: lesson });
    await rewrite(reading.lesson, 1);
    expect(await standing()).toMatchObject({ opened: 400, total: 4000 });
  });
});
