import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { hasEncoder, testFilm } from "../../../../test/support/films.ts";
import { makeLesson, publish } from "../../../../test/support/lessons.ts";
import { toldTo } from "../../../../test/support/notifications.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { uploadByTus } from "../../../../test/support/tus.ts";
import { processVideos } from "../videos/process-video.ts";

const app = useTestApp();
const patient = { timeout: 60_000, interval: 10 };
const never = new AbortController().signal;

/** A published preview whose film is still in work, as a visitor reads it. */
async function makePreview(film: Buffer) {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const { lesson: id } = await makeLesson(app.current, instructor, classId, {
    kind: "video",
    isPreview: true,
    isPublished: false,
  });
  const plan = { purpose: "video", classId, lessonId: id, fileName: "film.mp4" } as const;
  await uploadByTus(app.current, instructor, plan, film);
  await publish(app.current, instructor, { classId, id });
  return {
    instructor,
    told: () => toldTo(app.current, instructor.id),
    classId,
    path: `/dashboard/instructor/curriculum/${classId}?lesson=${id}`,
    video: async () =>
      (await call(app.current, "GET /class/{classId}/lesson/{id}", { params: { classId, id } })).body.video,
    seconds: async () =>
      (await call(app.current, "GET /class/{id}/outline", { params: { id: classId } })).body.seconds,
  };
}

describe("what visitors see is cached, and follows a film", () => {
  test.skipIf(!hasEncoder)("that plays, gets its still picture, and is ready", async () => {
    // Tall enough for a smaller rendition, which makes it playable before it is ready.
    const film = await testFilm({ height: 482 });
    const preview = await makePreview(await readFile(film));
    expect(await preview.video()).toMatchObject({ state: "uploaded", hasPoster: false });
    expect(await preview.seconds()).toBe(0);
    const { context } = app.current;
    let showPoster = (): void => {};
    const isSeen = new Promise<void>((done) => (showPoster = done));
    // The still picture is taken from what is stored.
    const read: typeof context.storage.read = (...file) => isSeen.then(() => context.storage.read(...file));
    const work = processVideos({ ...context, storage: { ...context.storage, read } }, never);
    await expect.poll(preview.video, patient).toMatchObject({ state: "playable", hasPoster: false });
    expect(await preview.seconds()).toBe(2);
    showPoster();
    await expect.poll(preview.video, patient).toMatchObject({ state: "playable", hasPoster: true });
    await work;
    expect(await preview.video()).toMatchObject({ state: "ready", hasPoster: true, posterAt: 0.2 });
    expect(await preview.told()).toEqual([]);
  });

  test("that is refused", async () => {
    const preview = await makePreview(Buffer.from("no film"));
    expect(await preview.video()).toMatchObject({ state: "uploaded" });
    await processVideos(app.current.context, never);
    expect(await preview.video()).toMatchObject({ state: "refused" });
    const { path } = preview;
    const line = expect.stringContaining("can’t be used, so nobody can watch it. Upload another one.");
    expect(await preview.told()).toEqual([{ kind: "video-refused", line, path }]);
    const admin = await makePerson(app.current, "admin");
    const next = await makePerson(app.current, "instructor");
    const handOver = { params: { id: preview.classId }, body: { email: next.email } };
    await call(app.current, "PATCH /admin/hand-over/class/{id}", handOver, admin);
    expect(await preview.told()).toEqual([]);
    expect(await toldTo(app.current, next.id)).toEqual([{ kind: "video-refused", line, path }]);
  });

  test("that is refused in two classes, of which one is transferred", async () => {
    const { instructor, classId, path, told } = await makePreview(Buffer.from("no film"));
    const admin = await makePerson(app.current, "admin");
    const next = await makePerson(app.current, "instructor");
    const body = { price: 75, availableSeats: 12, startsOn: null, timeZone: null };
    const held = { params: { id: classId }, body };
    const again = (await call(app.current, "POST /class/{id}/hold-again", held, instructor)).body.insertedId;
    await call(app.current, "PATCH /admin/approve/class/{id}", { params: { id: again } }, admin);
    await processVideos(app.current.context, never);
    const ofAgain = path.replace(classId, again);
    expect(await told()).toMatchObject([{ kind: "video-refused", path: ofAgain }]);
    const handOver = { params: { id: again }, body: { email: next.email } };
    await call(app.current, "PATCH /admin/hand-over/class/{id}", handOver, admin);
    expect(await told()).toMatchObject([{ kind: "video-refused", path }]);
    expect(await toldTo(app.current, next.id)).toMatchObject([{ kind: "video-refused", path: ofAgain }]);
  });
});
