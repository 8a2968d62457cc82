import type { LessonKind } from "../../src/features/classroom/lessons/policy.ts";
import type { TestApp } from "./app.ts";
import { type Answer, type TestPerson, call, makePerson } from "./people.ts";
import { makeClass, takeSeat } from "./school.ts";

interface LessonOptions {
  readonly kind?: LessonKind;
  readonly title?: string;
  readonly body?: string;
  readonly isPreview?: boolean;
  readonly isRequired?: boolean;
  readonly isPublished?: boolean;
  /** An existing section. */
  readonly section?: string;
}

export async function makeSection(
  app: TestApp,
  instructor: TestPerson,
  classId: string,
  title = "First steps",
): Promise<string> {
  const added = await call(
    app,
    "POST /curriculum/{classId}/sections",
    { params: { classId }, body: { title } },
    instructor,
  );
  if (added.status !== 200) throw new Error(`no section: ${JSON.stringify(added.body)}`);
  return added.body.insertedId;
}

/** By default a published text lesson. */
export async function makeLesson(
  app: TestApp,
  instructor: TestPerson,
  classId: string,
  options: LessonOptions = {},
): Promise<{ section: string; lesson: string }> {
  const {
    kind = "text",
    title = "Draw a line",
    body = "Draw from the shoulder.",
    isPublished = true,
  } = options;
  const section = options.section ?? (await makeSection(app, instructor, classId));
  const added = await call(
    app,
    "POST /curriculum/{classId}/section/{id}/lessons",
    { params: { classId, id: section }, body: { kind, title } },
    instructor,
  );
  if (added.status !== 200) throw new Error(`no lesson: ${JSON.stringify(added.body)}`);
  const lesson: string = added.body.insertedId;
  const params = { classId, id: lesson };
  const { isPreview, isRequired } = options;
  const saved = await call(
    app,
    "PATCH /curriculum/{classId}/lesson/{id}",
    { params, body: { body, isPreview, isRequired } },
    instructor,
  );
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  if (isPublished) await publish(app, instructor, params);
  return { section, lesson };
}

export async function publish(
  app: TestApp,
  instructor: TestPerson,
  params: { classId: string; id: string },
): Promise<void> {
  const published = await call(
    app,
    "POST /curriculum/{classId}/lesson/{id}/publish",
    { params, body: {} },
    instructor,
  );
  if (published.status !== 200) throw new Error(`not published: ${JSON.stringify(published.body)}`);
}

interface Place {
  readonly classId: string;
  readonly id: string;
}

/** A class with a student, and its lessons as seen by different people. */
export function schoolOf(app: { readonly current: TestApp }) {
  return {
    makeSchool: async () => {
      const instructor = await makePerson(app.current, "instructor");
      const classId = await makeClass(app.current, instructor);
      const student = await makePerson(app.current, "student");
      await takeSeat(app.current, student, classId);
      return { instructor, classId, student };
    },
    curriculum: async (classId: string, person: TestPerson): Promise<Answer["body"]> =>
      (await call(app.current, "GET /curriculum/{classId}", { params: { classId } }, person)).body,
    outline: async (classId: string): Promise<Answer["body"]> =>
      (await call(app.current, "GET /class/{id}/outline", { params: { id: classId } })).body,
    titlesIn: (sections: readonly { lessons: readonly { title: string }[] }[]): string[] =>
      sections.flatMap(({ lessons }) => lessons.map(({ title }) => title)),
    open: (place: Place, person?: TestPerson): Promise<Answer> =>
      call(app.current, "GET /class/{classId}/lesson/{id}", { params: { ...place } }, person),
    save: (place: Place, body: object, person: TestPerson): Promise<Answer> =>
      call(app.current, "PATCH /curriculum/{classId}/lesson/{id}", { params: { ...place }, body }, person),
  };
}
