/** @databases both */
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, schoolOf } from "../../../../test/support/lessons.ts";
import { call } from "../../../../test/support/people.ts";
import { classRow } from "../../../../test/support/school.ts";
import { refuseUnknownZone } from "./schedule-class.ts";

const app = useTestApp();
const { makeSchool, curriculum, outline, open } = schoolOf(app);

describe("a class that is held again", () => {
  test("is a new pending class with the same curriculum, its own price, seats and first day", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId);
    const cohort = { startsOn: "2027-02-01", timeZone: "Asia/Tokyo" };
    const request = {
      params: { id: classId },
      body: { price: 75, availableSeats: 12, ...cohort, idempotencyKey: "1795-2201-7730-4402" },
    };
    const holdAgain = () => call(app.current, "POST /class/{id}/hold-again", request, instructor);
    const again: string = (await holdAgain()).body.insertedId;
    // As after a lost answer.
    expect((await holdAgain()).body.insertedId).toBe(again);
    expect(await classRow(app.current, again)).toMatchObject({
      status: "pending",
      priceCents: 7500,
      availableSeats: 12,
      startsOn: "2027-02-01",
      curriculumId: (await classRow(app.current, classId)).curriculumId,
    });
    expect((await open({ classId: again, id }, student)).status).toBe(404);
    expect((await open({ classId: again, id }, instructor)).status).toBe(200);
    expect((await curriculum(again, instructor)).sharedWith).toMatchObject([{ _id: classId }]);
  });
});

describe("a cohort", () => {
  test("shows what opens later by title and moment, and nothing of it before", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { section, lesson: id } = await makeLesson(app.current, instructor, classId);
    const soon = new Date(app.current.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    await call(
      app.current,
      "PATCH /class/{id}/schedule",
      { params: { id: classId }, body: { startsOn: soon, timeZone: "America/New_York" } },
      instructor,
    );
    await call(
      app.current,
      "PATCH /curriculum/{classId}/section/{id}",
      { params: { classId, id: section }, body: { opensAfterDays: 1, opensAt: "18:00" } },
      instructor,
    );
    const opens = new Date((await outline(classId)).sections[0].opens);
    expect(opens.getTime()).toBeGreaterThan(app.current.clock.now().getTime());
    const refused = await open({ classId, id }, student);
    expect(refused).toMatchObject({ status: 403, body: { code: "lesson-opens-later" } });
    expect(JSON.stringify(refused.body)).not.toContain("shoulder");
    app.current.clock.advance((opens.getTime() - app.current.clock.now().getTime()) / 1000);
    const fresh = { ...student, token: await app.current.context.accessTokens.issue(student.id) };
    expect((await open({ classId, id }, fresh)).status).toBe(200);
  });

  test("needs a time zone with its first day, and a real one", async () => {
    const { instructor, classId } = await makeSchool();
    for (const body of [
      { startsOn: "2027-02-01", timeZone: null },
      { startsOn: "2027-02-01", timeZone: "Mars/Olympus" },
      { startsOn: "2027-02-01", timeZone: "+05:30" },
      { startsOn: "2027-02-30", timeZone: "Asia/Tokyo" },
      { startsOn: "9999-02-01", timeZone: "Asia/Tokyo" },
    ]) {
      const answer = await call(
        app.current,
        "PATCH /class/{id}/schedule",
        { params: { id: classId }, body },
        instructor,
      );
      expect(answer.status).toBe(400);
    }
  });

  test("has no zone that the database cannot compute with", async () => {
    const { db } = app.current.context;
    await refuseUnknownZone(db, "Australia/Lord_Howe");
    await expect(refuseUnknownZone(db, "Europe/Atlantis")).rejects.toMatchObject({
      fields: [{ field: "timeZone" }],
    });
  });
});
