/** @databases both: array_agg of jsonb */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { videoCaptions, videos } from "../videos/tables.ts";

const app = useTestApp();
const countsOf = async (instructor: TestPerson, query: Record<string, string> = {}) =>
  call(
    app.current,
    "GET /instructor/lessons/{email}",
    { params: { email: instructor.email }, query },
    instructor,
  );

test("an instructor learns how many lessons are published, which drafts wait, and which films lack captions", async () => {
  const { context } = app.current;
  const instructor = await makePerson(app.current, "instructor");
  const other = await makePerson(app.current, "instructor");
  await makeLesson(app.current, other, await makeClass(app.current, other));
  const empty = await makeClass(app.current, instructor);
  const classId = await makeClass(app.current, instructor);
  const { section, lesson: changed } = await makeLesson(app.current, instructor, classId);
  const edit = (key: string, id: string, body: object) =>
    call(app.current, key, { params: { classId, id }, body }, instructor);
  await edit("PATCH /curriculum/{classId}/lesson/{id}", changed, { body: "Draw from the wrist." });
  await makeLesson(app.current, instructor, classId, { section, isPublished: false });
  const { lesson: retired } = await makeLesson(app.current, instructor, classId, { section });
  await edit("POST /curriculum/{classId}/lesson/{id}/retire", retired, {});
  const films = [];
  for (const title of ["Lines", "Hands", "Eyes", "Ink", "Tone"])
    films.push({ title, ...(await makeVideoLesson(app.current, instructor, classId, { section, title })) });
  const [lines, hands, eyes, ink, tone] = films;
  for (const { video } of [lines!, hands!, eyes!, ink!])
    await context.db.delete(videoCaptions).where(eq(videoCaptions.videoId, video));
  const quiet = { params: { classId, id: lines!.lesson }, body: { hasNoSpeech: true } };
  await call(app.current, "PATCH /curriculum/{classId}/lesson/{id}/video", quiet, instructor);

  const nothing = { lessons: 0, published: 0, drafts: 0, uncaptioned: 0, firstUncaptioned: [] };
  const all = {
    classId,
    lessons: 7,
    published: 6,
    drafts: 2,
    uncaptioned: 3,
    firstUncaptioned: [hands!, eyes!, ink!].map(({ lesson, title }) => ({ _id: lesson, title })),
  };
  expect((await countsOf(instructor)).body).toEqual([all, { classId: empty, ...nothing }]);
  await context.db.delete(videoCaptions).where(eq(videoCaptions.videoId, tone!.video));
  const first = await countsOf(instructor, { limit: "1" });
  // Three are named.
  expect(first.body).toEqual([{ ...all, uncaptioned: 4 }]);
  const [, cursor = ""] = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "") ?? [];
  expect((await countsOf(instructor, { cursor })).body).toEqual([{ classId: empty, ...nothing }]);
  await context.db.update(videos).set({ state: "refused" }).where(eq(videos.id, tone!.video));
  expect((await countsOf(instructor)).body[0].uncaptioned).toBe(3);
});
