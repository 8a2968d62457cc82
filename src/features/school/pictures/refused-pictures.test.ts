import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { flat, storedFile, upload } from "../../../../test/support/upload.ts";
import { transcode } from "./transcode.ts";
import type { Transcoded } from "./transcode-picture.ts";
import { pictures } from "./tables.ts";

const app = useTestApp();

const folder = () => join(app.current.context.settings.dataDir, "pictures");
beforeEach(() => rmSync(folder(), { recursive: true, force: true }));
afterEach(async () => {
  const rows = await app.current.context.db.select({ url: pictures.url }).from(pictures);
  const names = existsSync(folder()) ? readdirSync(folder()) : [];
  if (names.length !== rows.length) throw new Error(`left behind: ${names.join(", ")}`);
});

const picture = (format: "jpeg" | "png" | "webp" | "avif") => flat(300, 200).toFormat(format).toBuffer();
const page = Buffer.from("<html><script>alert(1)</script></html>");
const archive = Buffer.from("504b0506000000000000000000000000000000000000", "hex");

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

async function bomb(width: number, height: number): Promise<Buffer> {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = await promisify(deflate)(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';

test.each<[string, string, () => Promise<Buffer>]>([
  ["text that claims to be a picture", "not-a-picture", async () => page],
  ["nothing at all", "not-a-picture", async () => Buffer.alloc(0)],
  ["an SVG, which could carry a script", "not-a-picture", async () => Buffer.from(svg)],
  [
    "an SVG behind an XML declaration",
    "not-a-picture",
    async () => Buffer.from(`<?xml version="1.0"?>${svg}`),
  ],
  ["a GIF", "not-a-picture", () => flat(60, 40).gif().toBuffer()],
  ["a TIFF", "not-a-picture", () => flat(60, 40).tiff().toBuffer()],
  ["a PDF", "not-a-picture", async () => Buffer.from("%PDF-1.7\n%%EOF")],
  ["half a JPEG", "picture-damaged", async () => half(await picture("jpeg"))],
  ["half a PNG", "picture-damaged", async () => half(await picture("png"))],
  ["half a WebP", "picture-damaged", async () => half(await picture("webp"))],
  ["half an AVIF", "picture-damaged", async () => half(await picture("avif"))],
  ["the mark of a JPEG and no more", "picture-damaged", async () => Buffer.from("ffd8ffe0", "hex")],
  ["more pixels than anybody needs", "too-many-pixels", async () => bomb(9000, 5000)],
  ["a bomb of 900 megapixels", "too-many-pixels", async () => bomb(30_000, 30_000)],
  ["one that is wider than any screen", "too-many-pixels", async () => bomb(50_000_000, 1)],
])("%s: %s", async (_, code, bytes) => {
  const answer = await upload(app.current, await bytes());
  expect(answer).toMatchObject({ status: 422, body: { code } });
  expect(answer.body.detail).toMatch(/\. (Send|Open|Make) /);
});

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

test("a decompression bomb is refused before it is decoded", async () => {
  const bytes = await bomb(30_000, 30_000);
  expect(bytes.length).toBeLessThan(500_000);
  const before = process.memoryUsage().rss;
  await upload(app.current, bytes);
  // The decoded picture takes 900 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

const film = Buffer.concat([Buffer.from("0000001c667479706d703432", "hex"), Buffer.alloc(2000, 7)]);

test.each<[string, () => Promise<Buffer>]>([
  ["a Pixel's photo, a film behind it", async () => Buffer.concat([await picture("jpeg"), film])],
  [
    "a Galaxy's photo, its own records behind it",
    async () =>
      Buffer.concat([await picture("jpeg"), film, Buffer.from("SEFH\x6b\0\0\0MotionPhoto_DataSEFT")]),
  ],
  [
    "a photo with its map of light and a last block of zeros",
    async () =>
      Buffer.concat([
        await picture("jpeg"),
        await flat(60, 40, "#777777").jpeg().toBuffer(),
        Buffer.alloc(512),
      ]),
  ],
  ["a JPEG that goes on as a page", async () => Buffer.concat([await picture("jpeg"), page])],
  ["a PNG that is an archive", async () => Buffer.concat([await picture("png"), archive])],
  ["a WebP that goes on as a page", async () => Buffer.concat([await picture("webp"), page])],
])("only the picture of %s is kept", async (_, bytes) => {
  const answer = await upload(app.current, await bytes());
  expect(answer.status).toBe(200);
  for (const file of ["300.webp", "300.avif", "300.jpg"]) {
    const stored = await storedFile(app.current, answer.body.data.url, file);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 300, height: 200 });
    for (const hidden of ["script", "MotionPhoto", "PK\u0005"]) expect(stored!.includes(hidden)).toBe(false);
  }
});

test("a picture that takes too much time or memory is refused, and the next one is processed", async () => {
  const photo = await flat(3000, 2000).jpeg().toBuffer();
  const none = async (): Promise<never> => {
    throw new Error("it was drawn");
  };
  const tooMuch = { type: { code: "picture-too-much-work" } };
  const all = { decodeCpuSeconds: 60, cpuSeconds: 60, memoryBytes: 2 ** 40 };
  await expect(transcode(photo, none, { limits: { ...all, decodeCpuSeconds: 0 } })).rejects.toMatchObject(
    tooMuch,
  );
  await expect(transcode(photo, none, { limits: { ...all, memoryBytes: 1 } })).rejects.toMatchObject(tooMuch);
  const files = async ({ files: each }: Transcoded) => {
    for await (const file of each()) void file;
  };
  await expect(transcode(photo, files, { limits: { ...all, cpuSeconds: 0 } })).rejects.toMatchObject(tooMuch);
  expect((await upload(app.current, photo)).status).toBe(200);
});

test("a picture is not blamed when no process can be started for it", async () => {
  const { execPath } = process;
  // Ends the worker that waits for the next picture.
  const none = async () => {};
  await transcode(await picture("png"), none, {
    limits: { decodeCpuSeconds: 60, cpuSeconds: 60, memoryBytes: 1 },
  }).catch(() => {});
  process.execPath = "/nope";
  try {
    const answer = await upload(app.current, await picture("png"));
    expect(answer).toMatchObject({ status: 503, body: { code: "overloaded" } });
  } finally {
    process.execPath = execPath;
  }
  expect((await upload(app.current, await picture("png"))).status).toBe(200);
});

test("hidden text in a picture is not served", async () => {
  const plain = await picture("png");
  const sent = Buffer.concat([plain.subarray(0, 33), textChunk(page), plain.subarray(33)]);
  const answer = await upload(app.current, sent);
  expect(answer.status).toBe(200);
  for (const file of ["300.webp", "300.avif", "300.jpg"]) {
    expect((await storedFile(app.current, answer.body.data.url, file))?.includes("script")).toBe(false);
  }
});

function textChunk(data: Buffer): Buffer {
  const made = chunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), data]));
  let crc = 0xffffffff;
  for (const byte of made.subarray(4, -4)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  made.writeUInt32BE((crc ^ 0xffffffff) >>> 0, made.length - 4);
  return made;
}

test("a file larger than 10 MB is refused with the limit", async () => {
  for (const megabytes of [10.005, 11, 30]) {
    const answer = await upload(app.current, Buffer.alloc(megabytes * 1024 * 1024));
    expect(answer).toMatchObject({ status: 413, body: { code: "picture-too-large" } });
    expect(answer.body.detail).toContain("10 MB");
  }
});

test.each([
  ["announced", "close"],
  ["announced", "keep-alive"],
  ["in pieces", "close"],
  ["in pieces", "keep-alive"],
])(
  "a client that sends all of 30 MB, %s, gets the refusal afterwards (connection: %s)",
  async (form, connection) => {
    const { token } = await makePerson(app.current, "instructor");
    const { hostname, port } = new URL(app.current.origin);
    const total = 30 * 1024 * 1024;
    const isAnnounced = form === "announced";
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        "POST /api/images HTTP/1.1",
        `host: ${hostname}`,
        `authorization: Bearer ${token}`,
        `connection: ${connection}`,
        "content-type: multipart/form-data; boundary=edge",
        isAnnounced ? `content-length: ${total}` : "transfer-encoding: chunked",
        "",
        "",
      ].join("\r\n"),
    );
    const begin = '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
    const send = async (piece: Buffer): Promise<void> => {
      const size = isAnnounced ? "" : `${piece.length.toString(16)}\r\n`;
      const isTaken = socket.write(
        Buffer.concat([Buffer.from(size), piece, Buffer.from(isAnnounced ? "" : "\r\n")]),
      );
      if (!isTaken) await once(socket, "drain");
    };
    await send(Buffer.from(begin));
    const rest = total - begin.length;
    const piece = Buffer.alloc(64 * 1024);
    for (let sent = 0; sent < rest; sent += piece.length)
      await send(piece.subarray(0, Math.min(piece.length, rest - sent)));
    if (!isAnnounced) socket.write("0\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 [^]+"picture-too-large"/);
    socket.destroy();
  },
);

test("a form without the picture is refused and names the field", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const other = new FormData();
  other.set("photo", new Blob([Buffer.from(await picture("png"))]), "a.png");
  const text = new FormData();
  text.set("image", "https://elsewhere.example/a.png");
  for (const body of [new FormData(), other, text]) {
    const answer = await call(app.current, "POST /images", { body }, instructor);
    expect(answer).toMatchObject({ status: 400, body: { code: "no-file" } });
  }
  const broken = { "content-type": "multipart/form-data", authorization: `Bearer ${instructor.token}` };
  const answer = await fetch(`${app.current.origin}/api/images`, {
    method: "POST",
    headers: broken,
    body: "--x",
  });
  expect(await answer.json()).toMatchObject({ code: "no-file" });
});

test("a body that is not a form is refused and told what to send", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const answer = await call(app.current, "POST /images", { body: {} }, instructor);
  expect(answer).toMatchObject({ status: 415, body: { code: "unsupported-media-type" } });
  expect(answer.body.detail).toContain("multipart/form-data");
});
