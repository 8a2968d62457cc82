import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { makeLesson, makeSection, publish } from "../../../test/lessons.ts";
import { type Answer, type TestPerson, call, makePerson } from "../../../test/people.ts";
import { classRow, makeClass } from "../../../test/school.ts";
import { newId } from "../../platform/ids.ts";
import { enrollments } from "../enrollments/tables.ts";
import { openedLessons } from "./tables.ts";

const app = useTestApp();

async function makeSchool() {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const student = await makePerson(app.current, "student");
  await takeSeat(student, classId);
  return { instructor, classId, student };
}

async function takeSeat(student: TestPerson, classId: string): Promise<void> {
  const { context, clock } = app.current;
  await context.db
    .insert(enrollments)
    .values({ id: newId(), studentId: student.id, classId, createdAt: clock.now() });
}

const curriculum = async (classId: string, person: TestPerson): Promise<Answer["body"]> =>
  (await call(app.current, "GET /curriculum/{classId}", { params: { classId } }, person)).body;
const outline = async (classId: string): Promise<Answer["body"]> =>
  (await call(app.current, "GET /class/{id}/outline", { params: { id: classId } })).body;
const titlesIn = (sections: readonly { lessons: readonly { title: string }[] }[]): string[] =>
  sections.flatMap(({ lessons }) => lessons.map(({ title }) => title));
const open = (params: { classId: string; id: string }, person?: TestPerson): Promise<Answer> =>
  call(app.current, "GET /class/{classId}/lesson/{id}", { params }, person);
const save = (params: { classId: string; id: string }, body: object, person: TestPerson): Promise<Answer> =>
  call(app.current, "PATCH /curriculum/{classId}/lesson/{id}", { params, body }, person);

describe("a draft", () => {
  test("is seen by its instructor alone until it is published, and again when it is changed", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId, {
      body: "**Press** lightly.",
      isPublished: false,
    });
    expect((await open({ classId, id }, student)).status).toBe(404);
    expect((await outline(classId)).lessonCount).toBe(0);

    await publish(app.current, instructor, { classId, id });
    expect((await open({ classId, id }, student)).body.html).toBe("<p><strong>Press</strong> lightly.</p>");
    expect(titlesIn((await outline(classId)).sections)).toEqual(["Draw a line"]);

    await save({ classId, id }, { title: "Draw two lines" }, instructor);
    expect(titlesIn((await outline(classId)).sections)).toEqual(["Draw a line"]);
    expect((await curriculum(classId, instructor)).sections[0].lessons[0]).toMatchObject({
      title: "Draw two lines",
      state: "changed",
    });
    await publish(app.current, instructor, { classId, id });
    expect(titlesIn((await outline(classId)).sections)).toEqual(["Draw two lines"]);
  });

  test("that was saved meanwhile is not overwritten by one who saw it before", async () => {
    const { instructor, classId } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId);
    const { version } = (
      await call(
        app.current,
        "GET /curriculum/{classId}/lesson/{id}",
        { params: { classId, id } },
        instructor,
      )
    ).body;
    expect((await save({ classId, id }, { body: "First", version }, instructor)).body.version).toBe(
      version + 1,
    );
    const second = await save({ classId, id }, { body: "Second", version }, instructor);
    expect(second).toMatchObject({ status: 409, body: { code: "lesson-changed-meanwhile" } });
    const publishing = await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/publish",
      { params: { classId, id }, body: { version } },
      instructor,
    );
    expect(publishing).toMatchObject({ status: 409, body: { code: "lesson-changed-meanwhile" } });
    const { draft } = (
      await call(
        app.current,
        "GET /curriculum/{classId}/lesson/{id}",
        { params: { classId, id } },
        instructor,
      )
    ).body;
    expect(draft.body).toBe("First");
  });

  test("with nothing in it is not published, and one that was never published can be deleted", async () => {
    const { instructor, classId } = await makeSchool();
    const { lesson: id, section } = await makeLesson(app.current, instructor, classId, {
      kind: "video",
      isPublished: false,
    });
    const params = { classId, id };
    const publishing = await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/publish",
      { params, body: {} },
      instructor,
    );
    expect(publishing).toMatchObject({ status: 409, body: { code: "nothing-to-publish" } });
    const retiring = await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/retire",
      { params },
      instructor,
    );
    expect(retiring).toMatchObject({ status: 409, body: { code: "lesson-not-published" } });
    const sectionParams = { classId, id: section };
    const full = await call(
      app.current,
      "DELETE /curriculum/{classId}/section/{id}",
      { params: sectionParams },
      instructor,
    );
    expect(full).toMatchObject({ status: 409, body: { code: "section-not-empty" } });
    expect(
      (await call(app.current, "DELETE /curriculum/{classId}/lesson/{id}", { params }, instructor)).status,
    ).toBe(200);
    expect(
      (
        await call(
          app.current,
          "DELETE /curriculum/{classId}/section/{id}",
          { params: sectionParams },
          instructor,
        )
      ).status,
    ).toBe(200);
  });

  test("cannot show somebody else's video", async () => {
    const { instructor, classId } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId, {
      kind: "video",
      isPublished: false,
    });
    expect(await save({ classId, id }, { videoId: newId() }, instructor)).toMatchObject({
      status: 409,
      body: { code: "video-not-yours" },
    });
  });
});

test("text is shown as written, never as markup", async () => {
  const { instructor, classId, student } = await makeSchool();
  const { lesson: id } = await makeLesson(app.current, instructor, classId, {
    body: '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror="alert(1)">',
  });
  const { html } = (await open({ classId, id }, student)).body;
  expect(html).not.toMatch(/<script|<img|href="javascript/);
  expect(html).toContain("&lt;script&gt;");
});

describe("a retired lesson", () => {
  test("leaves the outline, stays open to who had opened it, and comes back", async () => {
    const { instructor, classId, student } = await makeSchool();
    const other = await makePerson(app.current, "student");
    await takeSeat(other, classId);
    const { lesson: id } = await makeLesson(app.current, instructor, classId);
    const now = app.current.clock.now();
    await app.current.context.db
      .insert(openedLessons)
      .values({ studentId: student.id, lessonId: id, openedAt: now, lastOpenedAt: now });
    const params = { classId, id };
    await call(app.current, "POST /curriculum/{classId}/lesson/{id}/retire", { params }, instructor);
    expect((await outline(classId)).lessonCount).toBe(0);
    expect((await open(params, student)).status).toBe(200);
    expect((await open(params, other)).status).toBe(404);
    await call(app.current, "POST /curriculum/{classId}/lesson/{id}/restore", { params }, instructor);
    expect((await open(params, other)).status).toBe(200);
  });
});

describe("a preview", () => {
  test("is open to everyone while its class is approved, and to nobody else otherwise", async () => {
    const { instructor, classId } = await makeSchool();
    const pending = await makeClass(app.current, instructor, { status: "pending" });
    const shown = await makeLesson(app.current, instructor, classId, { isPreview: true });
    const hidden = await makeLesson(app.current, instructor, pending, { isPreview: true });
    const closed = await makeLesson(app.current, instructor, classId);
    expect((await open({ classId, id: shown.lesson })).status).toBe(200);
    expect((await open({ classId: pending, id: hidden.lesson })).status).toBe(404);
    expect(await open({ classId, id: closed.lesson })).toMatchObject({
      status: 403,
      body: { code: "lesson-needs-a-seat" },
    });
    await save({ classId, id: shown.lesson }, { isPreview: false }, instructor);
    expect((await open({ classId, id: shown.lesson })).status).toBe(403);
  });
});

describe("the order", () => {
  const setOrder = (classId: string, body: object, person: TestPerson) =>
    call(app.current, "PATCH /curriculum/{classId}/order", { params: { classId }, body }, person);
  const orderOf = async (classId: string, person: TestPerson) => {
    const { orderVersion, sections } = await curriculum(classId, person);
    return {
      orderVersion,
      sections: sections.map((each: { _id: string; lessons: { _id: string }[] }) => ({
        _id: each._id,
        lessons: each.lessons.map(({ _id }) => _id),
      })),
    };
  };

  test("is always one that somebody made, however two people move at once", async () => {
    const { instructor, classId } = await makeSchool();
    const admin = await makePerson(app.current, "admin");
    const sections = [];
    for (const title of ["One", "Two", "Three"])
      sections.push(await makeSection(app.current, instructor, classId, title));
    const lessons: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      const made = await makeLesson(app.current, instructor, classId, {
        section: sections[index % 3]!,
        isPublished: false,
      });
      lessons.push(made.lesson);
    }
    const anyOrder = fc
      .tuple(
        fc.shuffledSubarray(sections, { minLength: 3 }),
        fc.shuffledSubarray(lessons, { minLength: 9 }),
        fc.array(fc.nat(2), { minLength: 9, maxLength: 9 }),
      )
      .map(([sectionIds, lessonIds, places]) =>
        sectionIds.map((_id, index) => ({
          _id,
          lessons: lessonIds.filter((_, lesson) => places[lesson] === index),
        })),
      );
    await fc.assert(
      fc.asyncProperty(anyOrder, anyOrder, async (one, other) => {
        const { orderVersion } = await orderOf(classId, instructor);
        const answers = await Promise.all([
          setOrder(classId, { orderVersion, sections: one }, instructor),
          setOrder(classId, { orderVersion, sections: other }, admin),
        ]);
        const won = answers.map(({ status }) => status === 200);
        expect(won.filter(Boolean)).toHaveLength(1);
        const after = await orderOf(classId, instructor);
        expect(after.sections).toEqual(won[0] ? one : other);
        expect(after.orderVersion).toBe(orderVersion + 1);
      }),
      { numRuns: 25 },
    );
  });

  test("that leaves something out or names something else is refused whole", async () => {
    const { instructor, classId } = await makeSchool();
    const { section, lesson } = await makeLesson(app.current, instructor, classId);
    const { orderVersion } = await orderOf(classId, instructor);
    for (const sections of [
      [],
      [{ _id: section, lessons: [] }],
      [{ _id: section, lessons: [lesson, lesson] }],
      [{ _id: section, lessons: [lesson, newId()] }],
      [{ _id: newId(), lessons: [lesson] }],
    ]) {
      expect(await setOrder(classId, { orderVersion, sections }, instructor)).toMatchObject({
        status: 409,
        body: { code: "order-incomplete" },
      });
    }
    expect((await orderOf(classId, instructor)).sections).toEqual([{ _id: section, lessons: [lesson] }]);
  });
});

describe("a class that is held again", () => {
  test("is a new pending class with the same curriculum, its own price, seats and first day", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId);
    const answer = await call(
      app.current,
      "POST /class/{id}/hold-again",
      {
        params: { id: classId },
        body: { price: 75, availableSeats: 12, startsOn: "2027-02-01", timeZone: "Asia/Tokyo" },
      },
      instructor,
    );
    const again: string = answer.body.insertedId;
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

  test.each([
    ["America/New_York", "2027-03-13", 1, "02:30", "2027-03-14T07:30:00.000Z"],
    ["America/New_York", "2027-03-13", 1, "18:00", "2027-03-14T22:00:00.000Z"],
    ["America/New_York", "2027-11-06", 1, "18:00", "2027-11-07T23:00:00.000Z"],
    ["Australia/Lord_Howe", "2027-10-02", 1, "18:00", "2027-10-03T07:00:00.000Z"],
    ["Australia/Lord_Howe", "2027-04-03", 1, "18:00", "2027-04-04T07:30:00.000Z"],
    ["Asia/Tokyo", "2027-03-13", 10, "18:00", "2027-03-23T09:00:00.000Z"],
  ])(
    "in %s that starts on %s opens after %i days at %s",
    async (timeZone, startsOn, days, opensAt, opens) => {
      const { instructor, classId } = await makeSchool();
      const { section } = await makeLesson(app.current, instructor, classId);
      const schedule = { params: { id: classId }, body: { startsOn, timeZone } };
      await call(app.current, "PATCH /class/{id}/schedule", schedule, instructor);
      const params = { classId, id: section };
      const body = { opensAfterDays: days, opensAt };
      await call(app.current, "PATCH /curriculum/{classId}/section/{id}", { params, body }, instructor);
      expect((await outline(classId)).sections[0].opens).toBe(opens);
    },
  );

  test("needs a time zone with its first day, and a real one", async () => {
    const { instructor, classId } = await makeSchool();
    for (const body of [
      { startsOn: "2027-02-01", timeZone: null },
      { startsOn: "2027-02-01", timeZone: "Mars/Olympus" },
      { startsOn: "2027-02-30", timeZone: "Asia/Tokyo" },
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
});

test("an admin sees what was published since the approval, beside what stood before", async () => {
  const { instructor, classId } = await makeSchool();
  const admin = await makePerson(app.current, "admin");
  app.current.clock.advance(60);
  const { lesson: id } = await makeLesson(app.current, instructor, classId, { body: "Old" });
  await save({ classId, id }, { body: "New" }, instructor);
  await publish(app.current, instructor, { classId, id });
  const { body } = await call(app.current, "GET /admin/lesson-changes", {}, admin);
  expect(body).toMatchObject([
    { number: 2, isCurrent: true, now: { body: "New" }, before: { body: "Old" } },
    { number: 1, isCurrent: false, now: { body: "Old" }, before: null },
  ]);
});
