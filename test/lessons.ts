import type { LessonKind } from "../src/features/lessons/policy.ts";
import type { TestApp } from "./app.ts";
import { type TestPerson, call } from "./people.ts";

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

/** A published text lesson, unless told otherwise. */
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
