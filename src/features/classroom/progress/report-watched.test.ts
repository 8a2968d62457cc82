/** @databases both */
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { learningOf } from "../../../../test/support/learning.ts";
import { type Answer, call } from "../../../../test/support/people.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { learners, watching } from "./tables.ts";

const app = useTestApp();
const { makeSchool, makeWatcher, open, report, send } = learningOf(app);

describe("watched seconds", () => {
  test("are counted as far as they were sent and can have passed", async () => {
    const { student, place, video } = await makeWatcher();
    await send(student, place, video);
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
    await send(student, place, video, 100, 120);
    app.current.clock.advance(600);
    expect((await report(student, place, video, [[0, 3600]])).body.watched).toBe(24);
    const [row] = await app.current.context.db.select().from(watching);
    expect(row).toMatchObject({ watched: "{[98,122)}", sent: "{[100,120)}" });
  });

  test("that arrive late from an earlier page only move the position forward", async () => {
    const { student, place, video } = await makeWatcher();
    await send(student, place, video);
    await report(student, place, video, [], 1200);
    const late = async (position: number) =>
      (
        await call(
          app.current,
          "POST /class/{classId}/lesson/{id}/watched",
          { params: place, body: { videoId: video, ranges: [[0, 60]], position, isLate: true } },
          student,
        )
      ).body;
    expect(await late(60)).toMatchObject({ position: 1200 });
    expect(await late(1500)).toMatchObject({ position: 1500 });
  });

  test("cannot be hurried by many small reports", async () => {
    const { student, place, video } = await makeWatcher();
    await send(student, place, video);
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
    await send(student, place, video);
    await send(student, other, second.video);
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
    await send(student, place, video);
    await send(student, other, second.video);
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
    await send(student, place, video, 0, 20);
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

  test("are counted from the first bytes on, when no page said that the lesson was opened", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id, video } = await makeVideoLesson(app.current, instructor, classId);
    const place = { classId, id };
    expect((await report(student, place, video, [[0, 60]])).body.watched).toBe(0);
    await app.current.context.db.delete(learners);
    await send(student, place, video, 0, 60);
    app.current.clock.advance(10);
    expect((await report(student, place, video, [[0, 60]])).body.watched).toBe(25);
  });
});
