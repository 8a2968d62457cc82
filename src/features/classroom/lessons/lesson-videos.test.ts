import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { schoolOf } from "../../../../test/support/lessons.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { makeVideo, makeVideoLesson, setVideo } from "../../../../test/support/videos.ts";
import { videos } from "../videos/tables.ts";

const app = useTestApp();
const { makeSchool, open, save } = schoolOf(app);

async function makeFilm() {
  const { instructor, student, classId } = await makeSchool();
  const { lesson: id, video } = await makeVideoLesson(app.current, instructor, classId);
  const place = { classId, id };
  const edit = (key: string, body: object) => call(app.current, key, { params: place, body }, instructor);
  return { student, place, video, edit };
}

test("captions are of a language that has a name", async () => {
  const { student, place, edit } = await makeFilm();
  const text = "WEBVTT\n\n00:00.000 --> 00:02.000\nUne ligne";
  const add = (language: string) =>
    edit("POST /curriculum/{classId}/lesson/{id}/captions", { language, text });
  for (const language of ["", "x", "EN", "en-12", "en-x-house", "de-u-co-phonebk", "../en", "a".repeat(40)])
    expect((await add(language)).status, language).toBe(400);
  expect((await add("pt-BR")).status).toBe(200);
  expect((await open(place, student)).body.video.captions).toEqual([
    { language: "en", label: "English" },
    { language: "pt-BR", label: "Brazilian Portuguese" },
  ]);
});

test("a still picture that cannot be taken is said to be impossible, and the one before stays", async () => {
  const { video, edit } = await makeFilm();
  const key = "PATCH /curriculum/{classId}/lesson/{id}/video";
  for (const posterAt of [-1, 1e12]) expect((await edit(key, { posterAt })).status).toBe(400);
  // The stored bytes of this video are no film.
  expect(await edit(key, { posterAt: 7 })).toMatchObject({
    status: 409,
    body: { code: "video-without-picture" },
  });
  const { db } = app.current.context;
  const [row] = await db.select().from(videos).where(eq(videos.id, video));
  expect(row?.posterAt).toBe(0);
  await db.update(videos).set({ state: "uploaded" }).where(eq(videos.id, video));
  expect(await edit(key, { posterAt: 7 })).toMatchObject({
    status: 409,
    body: { code: "video-not-playable" },
  });
});

test("a transferred class's videos are its new instructor's, but for one that another class shows", async () => {
  const { instructor, classId } = await makeSchool();
  const { lesson: id, section, video } = await makeVideoLesson(app.current, instructor, classId);
  const later = await makeVideo(app.current, instructor);
  await setVideo(app.current, instructor, { classId, id }, later);
  const shared = await makeVideoLesson(app.current, instructor, classId, { section });
  const other = await makeClass(app.current, instructor);
  const { lesson: kept } = await makeVideoLesson(app.current, instructor, other);
  await setVideo(app.current, instructor, { classId: other, id: kept }, shared.video);
  const unused = await makeVideo(app.current, instructor);
  const admin = await makePerson(app.current, "admin");
  const next = await makePerson(app.current, "instructor");
  const handOver = { params: { id: classId }, body: { email: next.email } };
  expect((await call(app.current, "PATCH /admin/hand-over/class/{id}", handOver, admin)).status).toBe(200);
  const { body } = await call(app.current, "GET /admin/videos", {}, admin);
  const owners = new Map(
    body.map(({ _id, ownerName }: { _id: string; ownerName: string }) => [_id, ownerName]),
  );
  expect([video, later].map((each) => owners.get(each))).toEqual([next.name, next.name]);
  expect([shared.video, unused].map((each) => owners.get(each))).toEqual([instructor.name, instructor.name]);
  expect((await save({ classId, id }, { videoId: video }, next)).status).toBe(200);
});
