/** @databases both */
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, schoolOf } from "../../../../test/support/lessons.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { classRow } from "../../../../test/support/school.ts";
import { refuseUnknownZone } from "./schedule-class.ts";

const app = useTestApp();
const { makeSchool, curriculum, outline, open, save } = schoolOf(app);

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

  const again = async (instructor: TestPerson, id: string): Promise<string> => {
    const body = { price: 75, availableSeats: 12, startsOn: null, timeZone: null };
    const answer = await call(
      app.current,
      "POST /class/{id}/hold-again",
      { params: { id }, body },
      instructor,
    );
    return answer.body.insertedId;
  };
  const decide = (admin: TestPerson, how: "approve" | "deny", id: string) =>
    call(app.current, `PATCH /admin/${how}/class/{id}`, { params: { id } }, admin);
  const handOver = (admin: TestPerson, id: string, to: TestPerson) =>
    call(
      app.current,
      "PATCH /admin/hand-over/class/{id}",
      { params: { id }, body: { email: to.email } },
      admin,
    );

  test("and never approved is transferred with the class, so the former instructor edits no lesson", async () => {
    const { instructor, classId } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId);
    const admin = await makePerson(app.current, "admin");
    const next = await makePerson(app.current, "instructor");
    const [pending, denied] = [await again(instructor, classId), await again(instructor, classId)];
    await decide(admin, "deny", denied);
    expect((await handOver(admin, classId, next)).status).toBe(200);
    for (const run of [pending, denied]) {
      expect(await save({ classId: run, id }, { title: "Mine" }, instructor)).toMatchObject({
        body: { code: "not-your-class" },
      });
      expect((await save({ classId: run, id }, { title: "Ours" }, next)).status).toBe(200);
    }
  });

  test("stays with an instructor who still teaches the same lessons in another class", async () => {
    const { instructor, classId } = await makeSchool();
    const admin = await makePerson(app.current, "admin");
    const next = await makePerson(app.current, "instructor");
    const [kept, pending] = [await again(instructor, classId), await again(instructor, classId)];
    await decide(admin, "approve", kept);
    await handOver(admin, classId, next);
    expect(await classRow(app.current, pending)).toMatchObject({ instructorId: instructor.id });
    await handOver(admin, kept, next);
    expect(await classRow(app.current, pending)).toMatchObject({ instructorId: next.id });
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
