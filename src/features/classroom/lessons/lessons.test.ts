import { not } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, publish, schoolOf } from "../../../../test/support/lessons.ts";
import { call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { classRow, makeClass, takeSeat } from "../../../../test/support/school.ts";
import { makeVideo, makeVideoLesson, setVideo } from "../../../../test/support/videos.ts";
import { newId } from "../../../platform/ids.ts";
import { classes } from "../../school/classes/tables.ts";
import { unusedSeconds } from "../videos/policy.ts";
import { collectVideos } from "../videos/video-files.ts";
import { videos } from "../videos/tables.ts";
import { isVideoInUse } from "./queries.ts";
import { openedLessons } from "./tables.ts";

const app = useTestApp();

const { makeSchool, curriculum, outline, titlesIn, open, save } = schoolOf(app);

test("a card counts the lessons that students see, and those with a critique", async () => {
  const { instructor, classId } = await makeSchool();
  const counts = async () => {
    const { body } = await call(app.current, "GET /approvedClasses");
    const { lessonCount, exerciseCount } = body.find(({ _id }: { _id: string }) => _id === classId);
    return [lessonCount, exerciseCount];
  };
  expect(await counts()).toEqual([0, 0]);
  const { section, lesson } = await makeLesson(app.current, instructor, classId, { kind: "exercise" });
  await makeLesson(app.current, instructor, classId, { section });
  await makeLesson(app.current, instructor, classId, { section, isPublished: false });
  expect(await counts()).toEqual([2, 1]);
  const retire = "POST /curriculum/{classId}/lesson/{id}/retire";
  await call(app.current, retire, { params: { classId, id: lesson }, body: {} }, instructor);
  expect(await counts()).toEqual([1, 0]);
});

test("a curriculum that was held two hundred times is still edited", async () => {
  const { instructor, classId } = await makeSchool();
  const { lesson: id } = await makeLesson(app.current, instructor, classId);
  const held = await classRow(app.current, classId);
  await app.current.context.db
    .insert(classes)
    .values(Array.from({ length: 200 }, () => ({ ...held, id: newId() })));
  const retire = "POST /curriculum/{classId}/lesson/{id}/retire";
  expect((await call(app.current, retire, { params: { classId, id }, body: {} }, instructor)).status).toBe(
    200,
  );
});

describe("a draft", () => {
  test("is seen by its instructor alone until it is published, and again when it is changed", async () => {
    const { instructor, classId, student } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId, {
      body: "**Press** lightly.",
      isPublished: false,
    });
    expect((await open({ classId, id }, student)).status).toBe(404);
    expect((await outline(classId)).lessonCount).toBe(0);

    for (const _ of ["the first tab", "the second tab"]) {
      const published = await call(
        app.current,
        "POST /curriculum/{classId}/lesson/{id}/publish",
        { params: { classId, id }, body: {} },
        instructor,
      );
      expect(published.body).toEqual({ number: 1 });
    }
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
    const admin = await makePerson(app.current, "admin");
    expect((await save({ classId, id }, { body: "First", version }, admin)).body.version).toBe(version + 1);
    const second = await save({ classId, id }, { body: "Second", version }, instructor);
    expect(second).toMatchObject({ status: 409, body: { code: "lesson-changed-meanwhile" } });
    const publishing = await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/publish",
      { params: { classId, id }, body: { version } },
      instructor,
    );
    expect(publishing).toMatchObject({ status: 409, body: { code: "lesson-changed-meanwhile" } });
    const { draft, editedBy } = (
      await call(
        app.current,
        "GET /curriculum/{classId}/lesson/{id}",
        { params: { classId, id } },
        instructor,
      )
    ).body;
    expect(draft.body).toBe("First");
    expect(editedBy).toBe("admin");
  });

  test("whose picture never arrived is not published", async () => {
    const { instructor, classId } = await makeSchool();
    const { lesson: id } = await makeLesson(app.current, instructor, classId, { isPublished: false });
    const key = "PATCH /curriculum/{classId}/lesson/{id}";
    const body = { body: "Look:\n\n![Uploading hand.png …]()\n" };
    await call(app.current, key, { params: { classId, id }, body }, instructor);
    const publishing = { params: { classId, id }, body: {} };
    const refused = await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/publish",
      publishing,
      instructor,
    );
    expect(refused).toMatchObject({ status: 409, body: { code: "lesson-picture-missing" } });
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

test("whether a class has lessons is said wherever it is sold, and in the rooms of its students", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const [student, buyer] = [
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
  ];
  const admin = await makePerson(app.current, "admin");
  const id = await makeClass(app.current, instructor);
  await takeSeat(app.current, student, id);
  const selected = await call(app.current, "POST /selected/class", { body: { classId: id } }, buyer);
  const selection = { email: buyer.email, id: selected.body.insertedId as string };
  const statuses = async () => {
    const answers = [
      await call(app.current, "GET /approvedClasses", { query: { instructor: instructor.id } }),
      await call(app.current, "GET /class/{id}", { params: { id } }),
      await call(app.current, "GET /selected/classes/{email}", { params: { email: buyer.email } }, buyer),
      await call(app.current, "GET /selected/class/{email}/{id}", { params: selection }, buyer),
      await call(app.current, "GET /enrolled/classes/{email}", { params: { email: student.email } }, student),
      await call(
        app.current,
        "GET /enrolled/class/{email}/{id}",
        { params: { email: student.email, id } },
        student,
      ),
      await call(
        app.current,
        "GET /classes/instructor/{email}",
        { params: { email: instructor.email } },
        instructor,
      ),
      await call(app.current, "GET /admin/manage/classes", {}, admin),
    ];
    return new Set(
      answers
        .flatMap(({ body }) => [body].flat() as { lessonStatus: string }[])
        .map(({ lessonStatus }) => lessonStatus),
    );
  };
  const { lesson } = await makeLesson(app.current, instructor, id, { isPublished: false });
  const params = { classId: id, id: lesson };
  expect(await statuses()).toEqual(new Set(["upcoming"]));
  await publish(app.current, instructor, params);
  expect(await statuses()).toEqual(new Set(["published"]));
  await call(app.current, "POST /curriculum/{classId}/lesson/{id}/retire", { params }, instructor);
  expect(await statuses()).toEqual(new Set(["retired"]));
  await call(app.current, "POST /curriculum/{classId}/lesson/{id}/restore", { params }, instructor);
  expect(await statuses()).toEqual(new Set(["published"]));
});

describe("a retired lesson", () => {
  test("leaves the outline, stays open to who had opened it, and comes back", async () => {
    const { instructor, classId, student } = await makeSchool();
    const other = await makePerson(app.current, "student");
    await takeSeat(app.current, other, classId);
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

test("a film that was replaced makes room a week later, and admins still read its name", async () => {
  const { instructor, classId } = await makeSchool();
  const admin = await makePerson(app.current, "admin");
  const { context, clock } = app.current;
  const { db } = context;
  clock.advance(60);
  const { lesson: id, video: first } = await makeVideoLesson(app.current, instructor, classId);
  const collect = async () => {
    await collectVideos(context, not(isVideoInUse(db)));
    return (await db.select({ id: videos.id }).from(videos).orderBy(videos.id)).map((row) => row.id);
  };
  clock.advance(30 * 86_400);
  expect(await collect()).toEqual([first]);
  const second = await makeVideo(app.current, instructor);
  const author = await renewToken(app.current, instructor);
  await setVideo(app.current, author, { classId, id }, second);
  expect(await collect()).toEqual([first, second]);
  await publish(app.current, author, { classId, id });
  // It may still be open in a student's other tab.
  clock.advance(unusedSeconds - 60);
  expect(await collect()).toEqual([first, second]);
  clock.advance(120);
  expect(await collect()).toEqual([second]);
  const { body } = await call(
    app.current,
    "GET /admin/lesson-changes",
    {},
    await renewToken(app.current, admin),
  );
  expect(body[0]).toMatchObject({ now: { video: "lines.mp4" }, before: { video: "lines.mp4" } });
});
