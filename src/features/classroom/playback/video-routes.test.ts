import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { bytesOf, mediaCookie, mediaOf, refusal } from "../../../../test/support/media.ts";
import { videoBytes } from "../../../../test/support/videos.ts";
import { videoRenditions } from "../videos/tables.ts";

const app = useTestApp();
const { makeSchool, get, sentTo } = mediaOf(app);

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

  test("and files of a video that is less than a hundred pixels high are found", async () => {
    const { student, path } = await makeSchool({ seconds: 2, heights: [90] });
    const media = await (await get(`${path}/90.m3u8`, student)).text();
    const [, file = ""] = /URI="([^"]+)"/.exec(media) ?? [];
    expect((await get(`${path}/${file}`, student)).status).toBe(200);
  });

  test("are asked for again while renditions are still to come", async () => {
    const { student, path } = await makeSchool({ state: "playable" });
    for (const name of ["master.m3u8", "480.m3u8"])
      expect((await get(`${path}/${name}`, student)).headers.get("cache-control")).toBe("private, max-age=0");
  });

  test("of a rendition that was made again name its new file, and the old one is gone", async () => {
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

  test("is closed when the visitor goes", async () => {
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
  });
});
