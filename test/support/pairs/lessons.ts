import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { curricula } from "../../../src/features/school/classes/tables.ts";
import {
  lessonVersions,
  lessons,
  materials,
  sections,
} from "../../../src/features/classroom/lessons/tables.ts";
import { newId } from "../../../src/platform/ids.ts";
import { makeLesson, makeSection } from "../lessons.ts";
import { type TestPerson, call, makePerson } from "../people.ts";
import { classRow, makeClass, takeSeat } from "../school.ts";
import { type Operation, type School, type Writing, shared } from "./record.ts";

interface LessonFixture {
  readonly classId: string;
  readonly instructor: TestPerson;
  readonly student: TestPerson;
  readonly section: string;
  readonly emptySection: string;
  /** Published, with a changed draft. */
  readonly lesson: string;
  readonly draft: string;
  readonly material: string;
  readonly orderVersion: number;
}

const byTeacher = (
  endpoint: Writing,
  id: (fixture: LessonFixture) => string,
  body?: (fixture: LessonFixture) => unknown,
): Operation<LessonFixture> => ({
  endpoint,
  run: ({ app }, fixture) => {
    const params = { classId: fixture.classId, id: id(fixture) };
    return call(app, endpoint, { params, ...(body && { body: body(fixture) }) }, fixture.instructor);
  },
});
const byStudent = (endpoint: Writing, body?: unknown): Operation<LessonFixture> => ({
  endpoint,
  run: ({ app }, { classId, lesson, student }) =>
    call(app, endpoint, { params: { classId, id: lesson }, ...(body !== undefined && { body }) }, student),
});
const lesson = (fixture: LessonFixture) => fixture.lesson;

/** Each position is taken once, and what is shown is a version of its own lesson. */
async function check({ app }: School, { classId }: LessonFixture): Promise<void> {
  const { db } = app.context;
  const { curriculumId } = await classRow(app, classId);
  const all = await db
    .select({
      id: lessons.id,
      sectionId: lessons.sectionId,
      position: lessons.position,
      version: lessons.publishedVersionId,
    })
    .from(lessons)
    .where(eq(lessons.curriculumId, curriculumId));
  expect(new Set(all.map(({ sectionId, position }) => `${sectionId} ${position}`)).size).toBe(all.length);
  const parts = await db.select().from(sections).where(eq(sections.curriculumId, curriculumId));
  expect(new Set(parts.map(({ position }) => position)).size).toBe(parts.length);
  for (const { id, version } of all)
    if (version)
      expect(
        await db.$count(lessonVersions, and(eq(lessonVersions.id, version), eq(lessonVersions.lessonId, id))),
      ).toBe(1);
}

export const curriculum = shared<LessonFixture>({
  make: async ({ app }) => {
    const instructor = await makePerson(app, "instructor");
    const student = await makePerson(app, "student");
    const classId = await makeClass(app, instructor);
    await takeSeat(app, student, classId);
    const first = await makeLesson(app, instructor, classId);
    const draft = await makeLesson(app, instructor, classId, { section: first.section, isPublished: false });
    const emptySection = await makeSection(app, instructor, classId, "Hands");
    const params = { classId, id: first.lesson };
    await call(
      app,
      "PATCH /curriculum/{classId}/lesson/{id}",
      { params, body: { body: "Draw from the elbow." } },
      instructor,
    );
    const { db } = app.context;
    const material = newId();
    const file = { fileName: "a.pdf", bytes: 1, type: "PDF", createdAt: app.clock.now() };
    await db.insert(materials).values({ id: material, lessonId: first.lesson, ...file });
    const { curriculumId } = await classRow(app, classId);
    const [row] = await db.select().from(curricula).where(eq(curricula.id, curriculumId));
    return {
      classId,
      instructor,
      student,
      section: first.section,
      emptySection,
      lesson: first.lesson,
      draft: draft.lesson,
      material,
      orderVersion: row!.orderVersion,
    };
  },
  operations: {
    save: byTeacher("PATCH /curriculum/{classId}/lesson/{id}", lesson, () => ({ title: "Thumbs" })),
    publish: byTeacher("POST /curriculum/{classId}/lesson/{id}/publish", lesson, () => ({})),
    retire: byTeacher("POST /curriculum/{classId}/lesson/{id}/retire", lesson),
    restore: byTeacher("POST /curriculum/{classId}/lesson/{id}/restore", lesson),
    "publish the draft": byTeacher(
      "POST /curriculum/{classId}/lesson/{id}/publish",
      ({ draft }) => draft,
      () => ({}),
    ),
    "delete the draft": byTeacher("DELETE /curriculum/{classId}/lesson/{id}", ({ draft }) => draft),
    "add a lesson": byTeacher(
      "POST /curriculum/{classId}/section/{id}/lessons",
      ({ emptySection }) => emptySection,
      () => ({ kind: "text", title: "Thumbs" }),
    ),
    "add a section": byTeacher("POST /curriculum/{classId}/sections", lesson, () => ({ title: "Eyes" })),
    "open a section later": byTeacher(
      "PATCH /curriculum/{classId}/section/{id}",
      ({ section }) => section,
      () => ({ title: "Feet", opensAfterDays: 3 }),
    ),
    "delete the empty section": byTeacher(
      "DELETE /curriculum/{classId}/section/{id}",
      ({ emptySection }) => emptySection,
    ),
    reorder: byTeacher("PATCH /curriculum/{classId}/order", lesson, (fixture) => ({
      orderVersion: fixture.orderVersion,
      sections: [
        { _id: fixture.emptySection, lessons: [fixture.draft] },
        { _id: fixture.section, lessons: [fixture.lesson] },
      ],
    })),
    "remove the material": byTeacher(
      "DELETE /curriculum/{classId}/material/{id}",
      ({ material }) => material,
    ),
    "hold again": {
      endpoint: "POST /class/{id}/hold-again",
      run: ({ app }, { instructor, classId: id }) => {
        const body = { price: 30, availableSeats: 5, startsOn: null, timeZone: null };
        return call(app, "POST /class/{id}/hold-again", { params: { id }, body }, instructor);
      },
    },
    "open it": byStudent("POST /class/{classId}/lesson/{id}/opened"),
    "tick it": byStudent("POST /class/{classId}/lesson/{id}/done", { how: "ticked" }),
    "untick it": byStudent("DELETE /class/{classId}/lesson/{id}/done"),
  },
  outcomes: {
    "retire | open it": ["ok + lesson-not-found", "ok + ok"],
    "retire | tick it": ["ok + lesson-not-found", "ok + ok"],
    "retire | untick it": ["ok + lesson-not-found", "ok + ok"],
    "publish the draft | delete the draft": ["ok + lesson-was-published", "lesson-not-found + ok"],
    "delete the draft | delete the draft": ["ok + lesson-not-found", "lesson-not-found + ok"],
    "delete the draft | reorder": ["ok + order-incomplete", "ok + ok"],
    "add a lesson | delete the empty section": ["ok + section-not-empty", "section-not-found + ok"],
    "add a lesson | reorder": ["ok + order-incomplete", "ok + ok"],
    "add a section | reorder": ["ok + order-incomplete", "ok + ok"],
    "delete the empty section | delete the empty section": [
      "ok + section-not-found",
      "section-not-found + ok",
    ],
    "delete the empty section | reorder": ["ok + order-incomplete", "section-not-empty + ok"],
    "reorder | reorder": ["ok + order-changed-meanwhile", "order-changed-meanwhile + ok"],
    "remove the material | remove the material": ["ok + material-not-found", "material-not-found + ok"],
  },
  usual: [
    "publish the draft | delete the draft",
    "add a lesson | delete the empty section",
    "reorder | reorder",
  ],
  check,
});
