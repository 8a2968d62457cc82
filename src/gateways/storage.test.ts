import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { useBucket } from "../../test/bucket.ts";
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
    await storage.write("a/1.webp", Buffer.from("x")).catch((error: unknown) => error),
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

  test("rejects within the timeout when it accepts a request and does not respond", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, "localhost", done));
    const { port } = silent.address() as { port: number };
    const settings = { ...readSettings(bucket.env()).s3!, endpoint: `http://localhost:${port}` };
    const storage = await createS3Storage(settings, 100);
    for (const error of await all(storage)) expect(error).toBeInstanceOf(UpstreamError);
    silent.close();
  });
});
