import { materials } from "../src/features/lessons/tables.ts";
import { newId } from "../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import type { TestPerson } from "./people.ts";

/** The cookie of a person, as a request sends it. */
export async function mediaCookie(
  { context }: TestApp,
  person: Pick<TestPerson, "id"> | undefined,
): Promise<Record<string, string>> {
  return person ? { cookie: `theme=dark; media=${await context.mediaTokens.issue(person.id)}` } : {};
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
