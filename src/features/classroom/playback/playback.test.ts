import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { publish } from "../../../../test/support/lessons.ts";
import { makeMaterial, mediaOf, refusal } from "../../../../test/support/media.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeVideo, setVideo } from "../../../../test/support/videos.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { learners, watching } from "../progress/tables.ts";

const app = useTestApp();
const { makeSchool, get, sentTo } = mediaOf(app);

describe("what was sent", () => {
  test("is noted by whole segments, across ranges and renditions", async () => {
    const { student, path } = await makeSchool({ seconds: 60, heights: [480, 720] });
    const ask = async (name: string, from: number, to: number) =>
      (await get(`${path}/${name}`, student, { range: `bytes=${from}-${to}` })).arrayBuffer();
    await ask("480.mp4", 0, 699);
    expect(await sentTo(student)).toEqual([]);
    await ask("480.mp4", 699, 700);
    await ask("480.mp4", 1099, 1099);
    await ask("720.mp4", 700 + 20 * 100, 700 + 24 * 100 - 1);
    await ask("720.mp4", 700 + 57 * 100 + 50, 700 + 57 * 100 + 50);
    expect(await sentTo(student)).toEqual(["{[0,4),[20,24),[56,58)}"]);
    await get(`${path}/480.mp4`, student, {}, "HEAD");
    expect(await sentTo(student)).toEqual(["{[0,4),[20,24),[56,58)}"]);
  });

  test("is credited by the report that follows at once", async () => {
    const { student, path, place, video } = await makeSchool({ seconds: 60 });
    const params = { params: place };
    await call(app.current, "POST /class/{classId}/lesson/{id}/opened", params, student);
    await (await get(`${path}/480.mp4`, student, { range: "bytes=700-2699" })).arrayBuffer();
    app.current.clock.advance(30);
    const report = { ...params, body: { videoId: video, ranges: [[0, 60]], position: 20 } };
    const { body } = await call(app.current, "POST /class/{classId}/lesson/{id}/watched", report, student);
    expect(body).toEqual({ isDone: false, position: 20, watched: 22 });
    expect(await sentTo(student)).toEqual(["{[0,20)}"]);
  });

  test("is noted for students with a seat alone", async () => {
    const { instructor, path } = await makeSchool({ isPreview: true });
    const admin = await makePerson(app.current, "admin");
    const stranger = await makePerson(app.current, "student");
    for (const person of [undefined, stranger, instructor, admin])
      await (await get(`${path}/480.mp4`, person)).arrayBuffer();
    expect(await app.current.context.db.$count(watching)).toBe(0);
    expect(await app.current.context.db.$count(learners)).toBe(0);
  });
});

test("nothing leaves that could not be noted", async () => {
  const { student, path, lesson, classId } = await makeSchool();
  const id = await makeMaterial(app.current, lesson, "a.pdf", Buffer.from("%PDF-"));
  const { db } = app.current.context;
  for (const table of ["watching", "opened_materials"]) {
    const file = table === "watching" ? `${path}/480.mp4` : `${classId}/${lesson}/materials/${id}/a.pdf`;
    await db.execute(sql.raw(`alter table ${table} rename to away`));
    const refused = await get(file, student).finally(() =>
      db.execute(sql.raw(`alter table away rename to ${table}`)),
    );
    expect(refused.status).toBe(500);
    expect(await refused.text()).not.toContain("PDF");
    expect((await get(file, student)).status).toBe(200);
  }
});

describe("who may watch", () => {
  test("is asked at each request: a refund holds at once, a new video once the earlier has been watched", async () => {
    const { instructor, student, path, place, classId, lesson } = await makeSchool();
    const segment = { range: "bytes=700-899" };
    expect((await get(`${path}/480.mp4`, student, segment)).status).toBe(206);
    const newVideo = await makeVideo(app.current, instructor);
    await setVideo(app.current, instructor, place, newVideo);
    const newPath = `${classId}/${lesson}/${newVideo}`;
    // Staff see the draft's and the published one, students the published one.
    expect((await get(`${newPath}/480.mp4`, instructor, segment)).status).toBe(206);
    expect((await get(`${path}/480.mp4`, instructor, segment)).status).toBe(206);
    expect((await get(`${newPath}/480.mp4`, student, segment)).status).toBe(404);
    await publish(app.current, instructor, place);
    expect((await get(`${newPath}/480.mp4`, student, segment)).status).toBe(206);
    app.current.clock.advance(4 * 3600 - 60);
    expect((await get(`${path}/480.mp4`, student, segment)).status).toBe(206);
    app.current.clock.advance(120);
    expect((await get(`${path}/480.mp4`, student, segment)).status).toBe(404);
    await app.current.context.db.delete(enrollments).where(eq(enrollments.studentId, student.id));
    expect(await refusal(await get(`${newPath}/480.mp4`, student, segment))).toEqual({
      status: 403,
      type: "application/problem+json",
      caching: "no-store",
      code: "lesson-needs-a-seat",
    });
    expect(await refusal(await get(`${newPath}/480.mp4`))).toMatchObject({
      status: 401,
      code: "unauthenticated",
    });
  });

  test("everyone watches a preview, whose poster alone is for every cache", async () => {
    const { path, student, place, instructor } = await makeSchool({ isPreview: true });
    for (const person of [undefined, student]) {
      const caching = async (name: string) =>
        (await get(`${path}/${name}`, person)).headers.get("cache-control");
      expect(await caching("poster.webp")).toBe("public, max-age=600");
      expect(await caching("480.mp4")).toBe("private, max-age=600");
      expect(await caching("en.vtt")).toBe("private, max-age=600");
    }
    const change = { params: place, body: { isPreview: false } };
    await call(app.current, "PATCH /curriculum/{classId}/lesson/{id}", change, instructor);
    const poster = await get(`${path}/poster.webp`, student);
    expect(poster.headers.get("cache-control")).toBe("private, max-age=600");
    expect(poster.headers.get("x-robots-tag")).toBe("noai, noimageai");
    expect(poster.headers.get("content-type")).toBe("image/webp");
    expect(await poster.text()).toBe("a poster");
    // Made before there were thumbnails.
    expect(await (await get(`${path}/thumbnail.webp`, student)).text()).toBe("a poster");
    expect((await get(`${path}/poster.webp`)).status).toBe(401);
  });

  test("nothing leaks before its moment but the title and the moment", async () => {
    const { instructor, student, classId, section, lesson, path, place } = await makeSchool({
      title: "Ink the eyes",
      body: "The secret is in the wrist.",
    });
    const worksheet = await makeMaterial(app.current, lesson, "secret.pdf", Buffer.from("%PDF-secret"));
    const today = app.current.clock.now().toISOString().slice(0, 10);
    const start = { params: { id: classId }, body: { startsOn: today, timeZone: "UTC" } };
    await call(app.current, "PATCH /class/{id}/schedule", start, instructor);
    const later = { params: { classId, id: section }, body: { opensAfterDays: 3, opensAt: "18:00" } };
    await call(app.current, "PATCH /curriculum/{classId}/section/{id}", later, instructor);
    const opens = new Date(`${today}T18:00:00Z`);
    opens.setUTCDate(opens.getUTCDate() + 3);

    const outline = await call(app.current, "GET /class/{id}/outline", { params: { id: classId } });
    expect(outline.body.sections).toMatchObject([
      { opens: opens.toISOString(), lessons: [{ title: "Ink the eyes" }] },
    ]);
    const learning = await call(
      app.current,
      "GET /learning/{email}/class/{classId}",
      { params: { email: student.email, classId } },
      student,
    );
    for (const { body } of [outline, learning])
      expect(JSON.stringify(body)).not.toMatch(/secret|\.mp4|\.vtt/);
    const files = ["master.m3u8", "480.m3u8", "480.mp4", "poster.webp", "thumbnail.webp", "en.vtt"].map(
      (name) => `${path}/${name}`,
    );
    files.push(`${classId}/${lesson}/materials/${worksheet}/secret.pdf`);
    const statuses = async (token: string) => {
      const answer = await call(
        app.current,
        "GET /class/{classId}/lesson/{id}",
        { params: place },
        { token },
      );
      const media = await Promise.all(files.map(async (file) => (await get(file, student)).status));
      return [...new Set([answer.status, ...media])];
    };
    expect(await statuses(student.token)).toEqual([403]);
    expect(await refusal(await get(files[2]!, student))).toMatchObject({ code: "lesson-opens-later" });
    const untilThen = (opens.getTime() - app.current.clock.now().getTime()) / 1000;
    app.current.clock.advance(untilThen - 1);
    const token = () => app.current.context.accessTokens.issue(student.id);
    expect(await statuses(await token())).toEqual([403]);
    app.current.clock.advance(1);
    expect(await statuses(await token())).toEqual([200]);
  });
});
