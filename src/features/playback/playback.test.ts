import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import Fastify from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { makeLesson, publish } from "../../../test/lessons.ts";
import { getMedia, makeMaterial, mediaCookie } from "../../../test/media.ts";
import { type TestPerson, call, makePerson } from "../../../test/people.ts";
import { makeClass, takeSeat } from "../../../test/school.ts";
import { makeVideo, makeVideoLesson, setVideo, videoBytes } from "../../../test/videos.ts";
import { users } from "../accounts/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { materials } from "../lessons/tables.ts";
import { flushSentSeconds } from "../progress/flush-sent-seconds.ts";
import { learners, watching } from "../progress/tables.ts";
import { videoRenditions } from "../videos/tables.ts";
import { mountMediaSession } from "./media-session.ts";
import { createMediaTokens } from "./media-token.ts";

const app = useTestApp();

async function makeSchool(options: Parameters<typeof makeVideoLesson>[3] = {}) {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const student = await makePerson(app.current, "student");
  await takeSeat(app.current, student, classId);
  const { lesson, section, video } = await makeVideoLesson(app.current, instructor, classId, options);
  const place = { classId, id: lesson };
  return {
    instructor,
    student,
    classId,
    lesson,
    section,
    video,
    place,
    path: `${classId}/${lesson}/${video}`,
  };
}

const get = (
  ...[path, person, headers, method]: [
    path: string,
    person?: TestPerson | undefined,
    headers?: Record<string, string>,
    method?: "GET" | "HEAD",
  ]
) => getMedia(app.current, path, person, headers, method);
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const refusal = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get("content-type"),
  caching: answer.headers.get("cache-control"),
  code: ((await answer.json()) as { code: string }).code,
});

async function sentTo(student: TestPerson): Promise<string[]> {
  // The answer's end is seen here before the server sees it.
  await wait(50);
  await flushSentSeconds(app.current.context);
  const rows = await app.current.context.db
    .select({ sent: watching.sent })
    .from(watching)
    .where(eq(watching.studentId, student.id));
  return rows.map(({ sent }) => sent);
}

describe("the media cookie", () => {
  const session = (method: string, token?: string) =>
    fetch(`${app.current.origin}/media/session`, {
      method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });

  test("is given for an access token, to one path and for twelve hours, and taken back", async () => {
    const student = await makePerson(app.current, "student");
    const given = await session("POST", student.token);
    expect(given.status).toBe(204);
    expect(given.headers.get("set-cookie")).toMatch(
      /^media=[\w-]+\.[\w-]+\.[\w-]+; Path=\/media; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const back = await session("DELETE");
    expect(back.status).toBe(204);
    expect(back.headers.get("set-cookie")).toBe("media=; Path=/media; Max-Age=0; HttpOnly; SameSite=Strict");
    const { context } = app.current;
    const settings = { ...context.settings, origin: "https://senga.example" };
    const site = Fastify();
    mountMediaSession(site, { ...context, settings }, async () => student);
    const secure = await site.inject({ method: "POST", url: "/session" });
    expect(secure.headers["set-cookie"]).toMatch(/; SameSite=Strict; Secure$/);
    expect(await refusal(await session("POST"))).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(await refusal(await session("POST", "a.b.c"))).toMatchObject({ status: 401 });
  });

  test("is worth nothing once it is twelve hours old, forged, or its person is suspended", async () => {
    const { student, path } = await makeSchool();
    const master = `${path}/master.m3u8`;
    const cookie = await mediaCookie(app.current, student);
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${app.current.origin}/media/${master}`, { headers })).status;
    expect(await ask(cookie)).toBe(200);
    app.current.clock.advance(12 * 3600 - 60);
    expect(await ask(cookie)).toBe(200);
    app.current.clock.advance(120);
    expect(await ask(cookie)).toBe(401);
    const { settings } = app.current.context;
    const forged = createMediaTokens(Buffer.alloc(32, 1), settings.origin, app.current.clock);
    expect(await ask({ cookie: `media=${await forged.issue(student.id)}` })).toBe(401);
    expect(await ask({ cookie: `media=${student.token}` })).toBe(401);
    expect(await ask({ authorization: `Bearer ${student.token}` })).toBe(401);
    expect((await get(master, student)).status).toBe(200);
    await app.current.context.db
      .update(users)
      .set({ suspendedAt: app.current.clock.now() })
      .where(eq(users.id, student.id));
    expect((await get(master, student)).status).toBe(401);
    const token = await app.current.context.accessTokens.issue(student.id);
    expect(await refusal(await session("POST", token))).toMatchObject({
      status: 403,
      code: "account-suspended",
    });
  });
});

describe("playlists", () => {
  test("list the renditions from the smallest on, and each one's ranges", async () => {
    const { student, path } = await makeSchool({ seconds: 5, heights: [720, 480] });
    const master = await get(`${path}/master.m3u8`, student);
    expect(master.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    expect(master.headers.get("cache-control")).toBe("private, max-age=600");
    expect((await master.text()).split("\n")).toEqual([
      "#EXTM3U",
      "#EXT-X-VERSION:7",
      "#EXT-X-INDEPENDENT-SEGMENTS",
      '#EXT-X-STREAM-INF:BANDWIDTH=960000,RESOLUTION=854x480,CODECS="avc1.64001f,mp4a.40.2"',
      "480.m3u8",
      '#EXT-X-STREAM-INF:BANDWIDTH=1440000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"',
      "720.m3u8",
      "",
    ]);
    const media = await (await get(`${path}/480.m3u8`, student)).text();
    const [, file = ""] = /URI="([^"]+)"/.exec(media) ?? [];
    expect(file).toMatch(/^480\.mp4\?v=[\w-]+$/);
    expect(media.split("\n")).toEqual([
      "#EXTM3U",
      "#EXT-X-VERSION:7",
      "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-TARGETDURATION:2",
      "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD",
      `#EXT-X-MAP:URI="${file}",BYTERANGE="700@0"`,
      ...[
        ["2.000", "200@700"],
        ["2.000", "200@900"],
        ["1.000", "100@1100"],
      ].flatMap(([seconds, range]) => [`#EXTINF:${seconds},`, `#EXT-X-BYTERANGE:${range}`, file]),
      "#EXT-X-ENDLIST",
      "",
    ]);
    expect((await get(`${path}/${file}`, student)).status).toBe(200);
    expect((await get(`${path}/1080.m3u8`, student)).status).toBe(404);
  });

  test("are asked for again while renditions are still to come", async () => {
    const { student, path } = await makeSchool({ state: "playable" });
    for (const name of ["master.m3u8", "480.m3u8"])
      expect((await get(`${path}/${name}`, student)).headers.get("cache-control")).toBe("private, max-age=0");
  });

  test("of a rendition that was made anew name its new file, and the old one is gone", async () => {
    const { student, path, video } = await makeSchool();
    const fileOf = async () =>
      /480\.mp4\?v=[\w-]+/.exec(await (await get(`${path}/480.m3u8`, student)).text())?.[0] ?? "";
    const before = await fileOf();
    app.current.clock.advance(60);
    await app.current.context.db
      .update(videoRenditions)
      .set({ createdAt: app.current.clock.now() })
      .where(eq(videoRenditions.videoId, video));
    expect(await fileOf()).not.toBe(before);
    expect((await get(`${path}/${before}`, student)).status).toBe(404);
    expect((await get(`${path}/${await fileOf()}`, student)).status).toBe(200);
    expect((await get(`${path}/480.mp4`, student)).status).toBe(200);
  });

  test("do not exist before there is something to play", async () => {
    const { student, path } = await makeSchool({ heights: [], state: "uploaded" });
    expect(await refusal(await get(`${path}/master.m3u8`, student))).toEqual({
      status: 404,
      type: "application/problem+json",
      caching: "no-store",
      code: "not-found",
    });
    expect((await get(`${path}/480.mp4`, student)).status).toBe(404);
  });
});

describe("a rendition's file", () => {
  const total = 700 + 60 * 100;
  const whole = videoBytes(total);

  test.each([
    [undefined, 200, 0, total],
    ["bytes=0-0", 206, 0, 1],
    ["bytes=700-899", 206, 700, 900],
    ["bytes=6000-", 206, 6000, total],
    ["bytes=-100", 206, total - 100, total],
    ["bytes=-999999", 206, 0, total],
    ["bytes=6600-999999", 206, 6600, total],
    ["bytes=10-19,30-39", 206, 10, 20],
    ["bytes=20-10", 200, 0, total],
    ["bytes=", 200, 0, total],
    ["bytes=-", 200, 0, total],
    ["seconds=0-1", 200, 0, total],
    [`bytes=${"9".repeat(40)}-`, 416, 0, 0],
    [`bytes=${total}-`, 416, 0, 0],
    ["bytes=-0", 416, 0, 0],
  ])("answers the range %s with %i", async (range, status, from, to) => {
    const { student, path } = await makeSchool();
    const answer = await get(`${path}/480.mp4`, student, range === undefined ? {} : { range });
    expect(answer.status).toBe(status);
    if (status === 416) {
      expect(answer.headers.get("content-range")).toBe(`bytes */${total}`);
      expect(await refusal(answer)).toMatchObject({ code: "range-not-satisfiable", caching: "no-store" });
      return;
    }
    expect(answer.headers.get("content-range")).toBe(
      status === 206 ? `bytes ${from}-${to - 1}/${total}` : null,
    );
    expect((await bytesOf(answer)).equals(whole.subarray(from, to))).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(to - from),
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=600",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  test("is sent by at most four megabytes when a range has no end", async () => {
    const { student, path } = await makeSchool({ seconds: 10, bytesPerSecond: 600_000 });
    const size = 6_000_700;
    const open = await get(`${path}/480.mp4`, student, { range: "bytes=0-" });
    expect(open.headers.get("content-range")).toBe(`bytes 0-4194303/${size}`);
    expect((await bytesOf(open)).length).toBe(4 * 1024 ** 2);
    const rest = await get(`${path}/480.mp4`, student, { range: "bytes=4194304-" });
    expect(rest.headers.get("content-range")).toBe(`bytes 4194304-6000699/${size}`);
    await rest.arrayBuffer();
    expect(await sentTo(student)).toEqual(["{[0,10)}"]);
  });

  test("is not sent again when it is unchanged, and sent whole when it changed meanwhile", async () => {
    const { student, path } = await makeSchool();
    const head = await get(`${path}/480.mp4`, student, { range: "bytes=0-9" }, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(total));
    expect((await bytesOf(head)).length).toBe(0);
    const etag = head.headers.get("etag") ?? "";
    const fresh = await get(`${path}/480.mp4`, student, { "if-none-match": `"x", ${etag}` });
    expect(fresh.status).toBe(304);
    const same = await get(`${path}/480.mp4`, student, { range: "bytes=0-9", "if-range": etag });
    expect(same.status).toBe(206);
    await same.arrayBuffer();
    const changed = await get(`${path}/480.mp4`, student, { range: "bytes=0-9", "if-range": '"x"' });
    expect(changed.status).toBe(200);
    expect((await bytesOf(changed)).length).toBe(total);
    const list = await get(`${path}/master.m3u8`, student);
    await list.arrayBuffer();
    const listed = { "if-none-match": list.headers.get("etag") ?? "" };
    expect((await get(`${path}/master.m3u8`, student, listed)).status).toBe(304);
    expect((await get(`${path}/master.m3u8`, student, {}, "HEAD")).status).toBe(200);
  });

  test("is closed when the visitor goes, and what they got is all that counts as sent", async () => {
    const { student, path } = await makeSchool({ seconds: 100, bytesPerSecond: 400_000 });
    const streams: Readable[] = [];
    const { storage } = app.current.context;
    const read = storage.read.bind(storage);
    const spy = vi.spyOn(storage, "read").mockImplementation(async (...asked) => {
      const found = await read(...asked);
      if (found) streams.push(found.stream);
      return found;
    });
    onTestFinished(() => spy.mockRestore());
    for (let time = 0; time < 20; time += 1) {
      const stopping = new AbortController();
      const answer = await fetch(`${app.current.origin}/media/${path}/480.mp4`, {
        headers: await mediaCookie(app.current, student),
        signal: stopping.signal,
      });
      const reader = answer.body!.getReader();
      await reader.read();
      stopping.abort();
      await reader.closed.catch(() => {});
    }
    // One that goes before it reads anything at all.
    const { hostname, port } = new URL(app.current.origin);
    const { cookie = "" } = await mediaCookie(app.current, student);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /media/${path}/480.mp4 HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`);
    await once(socket, "connect");
    socket.destroy();
    await vi.waitFor(() => {
      expect(streams.length).toBeGreaterThanOrEqual(20);
      expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
    });
    const [sent = ""] = await sentTo(student);
    const [, end] = /^\{\[0,(\d+)\)\}$/.exec(sent) ?? [];
    // Loopback's buffers take a few megabytes at once.
    expect(Number(end ?? 0)).toBeLessThan(40);
  });
});

describe("what was sent", () => {
  test("is noted by the seconds that the bytes hold, across ranges and renditions", async () => {
    const { student, path } = await makeSchool({ seconds: 60, heights: [480, 720] });
    const ask = async (name: string, from: number, to: number) =>
      (await get(`${path}/${name}`, student, { range: `bytes=${from}-${to}` })).arrayBuffer();
    await ask("480.mp4", 0, 699);
    expect(await sentTo(student)).toEqual(["{}"]);
    // Half a segment, then its other half with the next.
    await ask("480.mp4", 700, 799);
    await ask("480.mp4", 800, 1099);
    await ask("720.mp4", 700 + 20 * 100, 700 + 24 * 100 - 1);
    // Single bytes are no seconds.
    for (let second = 40; second < 60; second += 1) {
      const at = 700 + second * 100 + 50;
      await ask("480.mp4", at, at);
    }
    expect(await sentTo(student)).toEqual(["{[0,4),[20,24)}"]);
  });

  test("is credited by the report that follows at once", async () => {
    const { student, path, place, video } = await makeSchool({ seconds: 60 });
    const params = { params: place };
    await call(app.current, "POST /class/{classId}/lesson/{id}/opened", params, student);
    await (await get(`${path}/480.mp4`, student, { range: "bytes=700-2699" })).arrayBuffer();
    await wait(50);
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
    await wait(50);
    await flushSentSeconds(app.current.context);
    expect(await app.current.context.db.$count(watching)).toBe(0);
    expect(await app.current.context.db.$count(learners)).toBe(0);
  });
});

describe("who may watch", () => {
  test("is asked at each request: a refund, a new version and a taken back preview hold at once", async () => {
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
    expect(poster.headers.get("content-type")).toBe("image/webp");
    expect(await poster.text()).toBe("a poster");
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
    const files = ["master.m3u8", "480.m3u8", "480.mp4", "poster.webp", "en.vtt"].map(
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

describe("a material", () => {
  test.each([
    ["worksheet.pdf", "attachment; filename=worksheet.pdf"],
    ['hands "quoted".pdf', 'attachment; filename="hands \\"quoted\\".pdf"'],
    ["手の描き方 – José.psd", /^attachment; filename=".*"; filename\*=UTF-8''%E6%89%8B.*%20Jos%C3%A9\.psd$/],
    [`${"long name ".repeat(19)}é.pdf`, /filename\*=UTF-8''/],
    ["100% ink; x=y.pdf", /^attachment; filename=/],
  ])("is downloaded under the name %s, and never shown as a page", async (fileName, disposition) => {
    const { student, classId, lesson } = await makeSchool();
    const id = await makeMaterial(app.current, lesson, fileName, Buffer.from("%PDF-1.7 lines"));
    const path = `${classId}/${lesson}/materials/${id}/${encodeURIComponent(fileName)}`;
    const answer = await get(path, student);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition":
        typeof disposition === "string" ? disposition : expect.stringMatching(disposition),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=600",
    });
    expect(await answer.text()).toBe("%PDF-1.7 lines");
    // A download that was cut is taken up again, to its end.
    const rest = await get(path, student, { range: "bytes=9-" });
    expect(rest.status).toBe(206);
    expect(await rest.text()).toBe("lines");
  });

  test("is found by its lesson, its id and its name, until it is removed", async () => {
    const { instructor, student, classId, lesson } = await makeSchool();
    const { lesson: other } = await makeLesson(app.current, instructor, classId);
    const id = await makeMaterial(app.current, lesson, "a.pdf", Buffer.from("%PDF-"));
    const status = async (path: string) => (await get(`${classId}/${path}`, student)).status;
    expect(await status(`${lesson}/materials/${id}/a.pdf`)).toBe(200);
    for (const path of [
      `${other}/materials/${id}/a.pdf`,
      `${lesson}/materials/${lesson}/a.pdf`,
      `${lesson}/materials/${id}/b.pdf`,
      `${lesson}/materials/${id}/`,
      `${lesson}/materials/${id}/..%2fa.pdf`,
      `${lesson}/materials/${id}/%00`,
      `${lesson}/materials/nonsense/a.pdf`,
      `nonsense/materials/${id}/a.pdf`,
      `${lesson}/${id}/%00.vtt`,
      `${lesson}/${id}/480.mp4`,
      `${lesson}/nonsense/480.mp4`,
      "nowhere",
    ])
      expect(await status(path), path).toBe(404);
    await app.current.context.db.update(materials).set({ removedAt: app.current.clock.now() });
    expect(await status(`${lesson}/materials/${id}/a.pdf`)).toBe(404);
  });
});
