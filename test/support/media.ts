import { eq } from "drizzle-orm";
import { materials } from "../../src/features/classroom/lessons/tables.ts";
import { watching } from "../../src/features/classroom/progress/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import { type TestPerson, makePerson } from "./people.ts";
import { makeClass, takeSeat } from "./school.ts";
import { makeVideoLesson } from "./videos.ts";

/** A person's media cookie, as a request header. */
export async function mediaCookie(
  { context }: TestApp,
  person: Pick<TestPerson, "id"> | undefined,
): Promise<Record<string, string>> {
  return person
    ? { cookie: `theme=dark; media=${await context.mediaTokens.issue({ userId: person.id, sessionId: "" })}` }
    : {};
}

export async function getMedia(
  app: TestApp,
  path: string,
  person?: Pick<TestPerson, "id">,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" = "GET",
): Promise<Response> {
  const cookie = await mediaCookie(app, person);
  return fetch(`${app.origin}/media/${path}`, { method, headers: { ...cookie, ...headers } });
}

/** A row and its file, as if it had been uploaded. */
export async function makeMaterial(
  { context, clock }: TestApp,
  lessonId: string,
  fileName: string,
  bytes: Buffer,
): Promise<string> {
  const id = newId();
  await context.db
    .insert(materials)
    .values({ id, lessonId, fileName, bytes: bytes.length, type: "PDF", createdAt: clock.now() });
  await context.storage.write(`materials/${id}/file`, bytes);
  return id;
}

export const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

export const refusal = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get("content-type"),
  caching: answer.headers.get("cache-control"),
  code: ((await answer.json()) as { code: string }).code,
});

/** A class with a student and a lesson with a video. */
export function mediaOf(app: { readonly current: TestApp }) {
  return {
    makeSchool: async (options: Parameters<typeof makeVideoLesson>[3] = {}) => {
      const instructor = await makePerson(app.current, "instructor");
      const classId = await makeClass(app.current, instructor);
      const student = await makePerson(app.current, "student");
      await takeSeat(app.current, student, classId);
      const { lesson, section, video } = await makeVideoLesson(app.current, instructor, classId, options);
      const place = { classId, id: lesson };
      const path = `${classId}/${lesson}/${video}`;
      return { instructor, student, classId, lesson, section, video, place, path };
    },
    get: (
      path: string,
      person?: TestPerson,
      headers?: Record<string, string>,
      method?: "GET" | "HEAD",
    ): Promise<Response> => getMedia(app.current, path, person, headers, method),
    sentTo: async (student: TestPerson): Promise<string[]> => {
      const rows = await app.current.context.db
        .select({ sent: watching.sent })
        .from(watching)
        .where(eq(watching.studentId, student.id));
      return rows.map(({ sent }) => sent);
    },
  };
}
