import { createReadStream, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { useBucket } from "../../test/support/bucket.ts";
import { UpstreamError } from "../platform/errors.ts";
import { readSettings } from "../settings/settings.ts";
import { createS3Storage } from "./s3-storage.ts";
import { type Storage, openStorage } from "./storage.ts";

const folder = mkdtempSync(join(tmpdir(), "senga-storage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bucket = useBucket();

const storages: Record<string, () => Promise<Storage>> = {
  folder: async () => openStorage(folder, undefined),
  bucket: async () => openStorage(folder, readSettings(bucket.env()).s3),
};

const read = async (storage: Storage, name: string) => {
  const found = await storage.read(name);
  return found && { bytes: await buffer(found.stream), length: found.length };
};

const megabyte = 1024 ** 2;
/** No two of its pieces are alike. */
const byteAt = (index: number): number => (index * 7 + Math.floor(index / megabyte)) % 251;
const film = Buffer.from(Uint8Array.from({ length: 20 * megabyte + 17 }, (_, index) => byteAt(index)));

function* inPieces(bytes: Buffer, length = 300_000): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}

describe.each(Object.entries(storages))("a %s", (_kind, open) => {
  test("returns what was written and nothing else", async () => {
    const storage = await open();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    await storage.write("one/320.avif", bytes);
    await storage.write("one/640.webp", Buffer.from("small"));
    expect(await read(storage, "one/320.avif")).toEqual({ bytes, length: 300_000 });
    expect((await read(storage, "one/640.webp"))?.bytes.toString()).toBe("small");
    expect(await read(storage, "one/480.avif")).toBeUndefined();
    expect(await read(storage, "two/320.avif")).toBeUndefined();
    expect(await read(storage, "one")).toBeUndefined();
  });

  test("overwrites an existing file", async () => {
    const storage = await open();
    await storage.write("anew/320.webp", Buffer.from("the first, which is longer"));
    await storage.write("anew/320.webp", Buffer.from("the second"));
    expect((await read(storage, "anew/320.webp"))?.bytes.toString()).toBe("the second");
  });

  test("lists every file by its whole name", async () => {
    const storage = await open();
    await storage.write("listed/1.webp", Buffer.from("1"));
    await storage.write("listed/deep/er/2.mp4", Buffer.from("2"));
    const names: string[] = [];
    for await (const name of storage.list()) if (name.startsWith("listed/")) names.push(name);
    expect(names.toSorted()).toEqual(["listed/1.webp", "listed/deep/er/2.mp4"]);
  });

  test("goes on listing when a folder is removed meanwhile", async () => {
    const storage = await open();
    for (let each = 0; each < 80; each += 1) await storage.write(`going/${each}/deep/1`, Buffer.from("1"));
    let listed = 0;
    for await (const name of storage.list())
      if (name.startsWith("going/") && (listed += 1) === 1) await storage.removeFolder("going");
    expect(listed).toBeGreaterThan(0);
  });

  test("removes a folder's files, and not those of a folder with the same prefix", async () => {
    const storage = await open();
    await storage.write("ab/1.webp", Buffer.from("1"));
    await storage.write("ab/2.webp", Buffer.from("2"));
    await storage.write("abc/1.webp", Buffer.from("3"));
    await storage.removeFolder("ab");
    await storage.removeFolder("never-there");
    expect(await read(storage, "ab/1.webp")).toBeUndefined();
    expect(await read(storage, "ab/2.webp")).toBeUndefined();
    expect((await read(storage, "abc/1.webp"))?.bytes.toString()).toBe("3");
  });

  test("takes a film piece by piece and gives any part of it", async () => {
    const storage = await open();
    await storage.writeFrom("film/720.mp4", Readable.from(inPieces(film)), film.length);
    const whole = await storage.read("film/720.mp4");
    expect(whole).toMatchObject({ length: film.length, size: film.length });
    expect((await buffer(whole!.stream)).equals(film)).toBe(true);
    const last = film.length - 1;
    for (const [from, to] of [
      [0, 99],
      [7, 7],
      [5 * megabyte, 9 * megabyte],
      [last, last],
      [last - 9, last + 1000],
    ] as const) {
      const part = await storage.read("film/720.mp4", { from, to });
      const expected = film.subarray(from, to + 1);
      expect(part, `${from}-${to}`).toMatchObject({ length: expected.length, size: film.length });
      expect((await buffer(part!.stream)).equals(expected)).toBe(true);
    }
  });

  test("says how large a file is whose end was missed", async () => {
    const storage = await open();
    await storage.write("short/720.mp4", Buffer.from("short"));
    const found = await storage.read("short/720.mp4", { from: 5, to: 10 });
    expect(found).toMatchObject({ length: 0, size: 5 });
    expect(await buffer(found!.stream)).toHaveLength(0);
    expect(await storage.read("short/1080.mp4", { from: 0, to: 10 })).toBeUndefined();
  });

  test("keeps nothing of a stream that breaks, or is not as long as announced", async () => {
    const storage = await open();
    for (const bytes of [film, film.subarray(0, 1000)]) {
      const broken = Readable.from(inPieces(bytes)).map((piece: Buffer) => {
        throw new Error(`the disk went away before ${piece.length} bytes`);
      });
      const write = (stream: Readable, length: number) =>
        expect(storage.writeFrom("half/720.mp4", stream, length)).rejects.toBeInstanceOf(UpstreamError);
      await write(broken, bytes.length);
      await write(Readable.from(inPieces(bytes)), bytes.length + 1);
      await write(Readable.from(inPieces(bytes)), bytes.length - 1);
      expect(await storage.read("half/720.mp4")).toBeUndefined();
    }
  });

  test("rejects a stream that can't be opened, even before it is read", async () => {
    const storage = await open();
    const missing = createReadStream(join(folder, "missing"));
    await expect(storage.writeFrom("new/er/720.mp4", missing, film.length)).rejects.toMatchObject({
      message: expect.stringContaining("ENOENT"),
    });
  });

  test("lets go of a file that nobody reads to its end", async () => {
    const storage = await open();
    await storage.writeFrom("left/720.mp4", Readable.from(inPieces(film)), film.length);
    // More than a pool of connections holds.
    for (let time = 0; time < 20; time += 1) {
      const { stream } = (await storage.read("left/720.mp4"))!;
      for await (const _ of stream) break;
      expect(stream.destroyed).toBe(true);
    }
    const again = await storage.read("left/720.mp4", { from: 0, to: 2 * megabyte });
    expect(await buffer(again!.stream)).toHaveLength(2 * megabyte + 1);
  });
});

test("a failed write to a folder leaves no partial or temporary file", async () => {
  const storage = await openStorage(folder, undefined);
  // A directory blocks the target name, so the rename fails.
  await storage.write("blocked/1.webp/x", Buffer.from("in the way"));
  await expect(storage.write("blocked/1.webp", Buffer.from("x"))).rejects.toBeInstanceOf(UpstreamError);
  expect(readdirSync(join(folder, "blocked"))).toEqual(["1.webp"]);
});

describe("a bucket that fails", () => {
  const all = async (storage: Storage) => [
    await storage.read("a/1.webp").catch((error: unknown) => error),
    await storage.read("a/1.mp4", { from: 0, to: 1 }).catch((error: unknown) => error),
    await storage.write("a/1.webp", Buffer.from("x")).catch((error: unknown) => error),
    await storage
      .writeFrom("a/1.mp4", Readable.from(inPieces(film)), film.length)
      .catch((error: unknown) => error),
    await storage.removeFolder("a").catch((error: unknown) => error),
  ];

  test("rejects every method with an upstream error when it is unreachable", async () => {
    const storage = await openStorage(folder, {
      ...readSettings(bucket.env()).s3!,
      endpoint: "http://localhost:1",
    });
    for (const error of await all(storage)) {
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({ service: "storage", isTransient: true, hasResponse: false });
    }
  });

  test("rejects with a permanent error when it refuses access", async () => {
    const storage = await openStorage(folder, {
      ...readSettings(bucket.env()).s3!,
      bucket: "somebody-elses",
    });
    await expect(storage.write("a/1.webp", Buffer.from("x"))).rejects.toMatchObject({
      service: "storage",
      isTransient: false,
      hasResponse: true,
    });
  });

  test("rejects with a permanent error when it does not exist, rather than taking it for empty", async () => {
    const storage = await openStorage(folder, { ...readSettings(bucket.env()).s3!, bucket: "never-made" });
    const failure = { service: "storage", isTransient: false, hasResponse: true };
    await expect(storage.removeFolder("a")).rejects.toMatchObject(failure);
    await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(failure);
  });

  test("rejects within the timeout when it accepts a request and does not respond", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, "localhost", done));
    const { port } = silent.address() as { port: number };
    const settings = { ...readSettings(bucket.env()).s3!, endpoint: `http://localhost:${port}` };
    const storage = await createS3Storage(settings, 100);
    for (const error of await all(storage)) expect(error).toBeInstanceOf(UpstreamError);
    silent.close();
  });

  test("one that falls silent within a film is given up, one that is slow is not", async () => {
    let pieces = 0;
    const slow = createHttpServer((_, response) => {
      response.writeHead(200, { "content-length": film.length });
      const send = (from: number, left: number): void => {
        response.write(film.subarray(from, from + megabyte));
        if (left > 1) setTimeout(send, 60, from + megabyte, left - 1);
      };
      send(0, pieces);
    });
    await new Promise<void>((done) => slow.listen(0, "localhost", done));
    const { port } = slow.address() as AddressInfo;
    const settings = { ...readSettings(bucket.env()).s3!, endpoint: `http://localhost:${port}` };
    const storage = await createS3Storage(settings, 1000);
    pieces = 21;
    expect((await read(storage, "slow/720.mp4"))?.bytes.equals(film)).toBe(true);
    pieces = 3;
    const { stream } = (await storage.read("slow/720.mp4"))!;
    await expect(buffer(stream)).rejects.toThrow("does not answer");
    slow.closeAllConnections();
    slow.close();
  });
});
