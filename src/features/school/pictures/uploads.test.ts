import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { call, makePerson, type TestPerson } from "../../../../test/support/people.ts";
import { beginUpload, flat, storedFile, nameOf, upload } from "../../../../test/support/upload.ts";
import { collectPictures } from "./picture-use.ts";
import { leaseSeconds, maxPictureBytes, maxUploadsPerPerson } from "./policy.ts";
import { pictures } from "./tables.ts";

const bucket = useBucket();
const app = useTestApp();
const patient = { timeout: 20_000, interval: 10 };
const held: ReturnType<typeof beginUpload>[] = [];
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});

function hold(person: TestPerson, sent = 60_000): (typeof held)[number] {
  const socket = beginUpload(app.current, person, Buffer.alloc(sent), maxPictureBytes);
  socket.once("data", () => socket.destroy());
  held.push(socket);
  return socket;
}
const folder = () => join(app.current.context.settings.dataDir, "pictures");
const names = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const rows = () => app.current.context.db.select({ state: pictures.state }).from(pictures);

const attempt = async (person: TestPerson) =>
  call(app.current, "POST /images", { body: new FormData() }, person);

/** Those of three people fill the memory once all of their bytes have arrived. */
async function holdAll(people: number, sent?: number) {
  const places: { person: TestPerson; socket: (typeof held)[number] }[] = [];
  for (let one = 0; one < people; one += 1) {
    const person = await makePerson(app.current, "instructor");
    for (let each = 0; each < maxUploadsPerPerson; each += 1)
      places.push({ person, socket: hold(person, sent) });
  }
  return places;
}

test("slow uploads leave room for others, and are refused once the memory is full", async () => {
  const places = await holdAll(4);
  for (const person of new Set(places.map((place) => place.person)))
    await expect
      .poll(async () => (await attempt(person)).body.code, patient)
      .toBe("too-many-of-your-uploads");
  expect((await upload(app.current, await noise(1000, 600))).status).toBe(200);

  const answers = places.map(async ({ socket }) => String((await once(socket, "data"))[0]));
  for (const { socket } of places) socket.write(Buffer.alloc(maxPictureBytes - 100_000));
  expect(await Promise.race(answers)).toMatch(/^HTTP\/1.1 503 [^]*"too-many-uploads"/);
});

test("the bytes of waiting uploads are limited, and a refused upload succeeds later", async () => {
  const sent = maxPictureBytes - 100_000;
  const places = await holdAll(3, sent);
  const late = await makePerson(app.current, "instructor");
  const bytes = await flat(400, 300).png().toBuffer();
  const statusOfLate = async () => {
    // A slot may have lost the race to the late upload.
    for (const place of places) if (place.socket.destroyed) place.socket = hold(place.person, sent);
    return (await refusalOf(late)).status;
  };
  await expect.poll(statusOfLate, patient).toBe(503);
  expect(await refusalOf(late)).toMatchObject({ status: 503, retryAfter: "30", code: "too-many-uploads" });
  expect((await call(app.current, "GET /approvedClasses")).status).toBe(200);

  for (const socket of held.splice(0)) socket.destroy();
  await expect.poll(async () => (await attempt(late)).body.code, patient).toBe("no-file");
  expect((await upload(app.current, bytes, late)).status).toBe(200);
});

async function refusalOf(person: TestPerson) {
  const socket = beginUpload(app.current, person, Buffer.alloc(10), maxPictureBytes);
  const head = await new Promise<string>((done) => {
    socket.once("data", (chunk: Buffer) => done(chunk.toString()));
    setTimeout(() => done(""), 2000).unref();
  });
  socket.destroy();
  return {
    status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]),
    retryAfter: /retry-after: (\d+)/i.exec(head)?.[1],
    code: /"code":"([\w-]+)"/.exec(head)?.[1],
  };
}

test("the uploads of one person are limited, those of others are not affected", async () => {
  const [greedy, other] = [
    await makePerson(app.current, "instructor"),
    await makePerson(app.current, "instructor"),
  ];
  for (let each = 0; each < maxUploadsPerPerson; each += 1) hold(greedy);
  await expect.poll(async () => (await attempt(greedy)).body.code, patient).toBe("too-many-of-your-uploads");
  const refused = await attempt(greedy);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect((await upload(app.current, await flat(300, 200).png().toBuffer(), other)).status).toBe(200);
});

test("an interrupted upload leaves nothing behind", async () => {
  const person = await makePerson(app.current, "instructor");
  const before = names();
  const bytes = await flat(500, 400).png().toBuffer();
  for (let each = 0; each < maxUploadsPerPerson; each += 1) {
    held.push(beginUpload(app.current, person, bytes, maxPictureBytes));
  }
  await expect.poll(async () => (await attempt(person)).status, patient).toBe(429);
  for (const socket of held.splice(0)) socket.destroy();
  await expect.poll(async () => (await attempt(person)).status, patient).toBe(400);
  expect(names()).toEqual(before);
  expect(await rows()).toEqual([]);
});

test("ten concurrent uploads all succeed", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => makePerson(app.current, "instructor")));
  const sent = people.flatMap((person, index) =>
    ["#111111", "#eeeeee"].map(async (color) =>
      upload(
        app.current,
        await flat(300 + index, 200, color)
          .jpeg()
          .toBuffer(),
        person,
      ),
    ),
  );
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(10);
});

test.runIf(existsSync("/proc/self/task"))(
  "a crash of the image worker fails the upload in progress and no other",
  async () => {
    const large = await noise(1600, 1200);
    const sent = upload(app.current, large);
    await expect.poll(names, patient).toContain(nameOf(large));
    process.kill(imageWorker()!, "SIGKILL");
    expect(await sent).toMatchObject({ status: 422, body: { code: "picture-damaged" } });
    expect(await rows()).toEqual([]);
    expect((await upload(app.current, await flat(301, 200).png().toBuffer())).status).toBe(200);
  },
);

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();

function imageWorker(): number | undefined {
  const children = readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  const found = children.find((id) =>
    readFileSync(`/proc/${id}/cmdline`, "utf8").includes("image-worker.ts"),
  );
  return found === undefined ? undefined : Number(found);
}

test("an upload to a folder that is not writable fails and leaves nothing behind", async () => {
  const bytes = await flat(640, 481).png().toBuffer();
  // A file in place of the folder makes the storage fail.
  const inTheWay = join(folder(), nameOf(bytes));
  writeFileSync(inTheWay, "");
  const answer = await upload(app.current, bytes);
  expect(answer).toMatchObject({ status: 503, body: { code: "outside-service-failed" } });
  expect(await rows()).toEqual([]);
  expect((await upload(app.current, bytes)).status).toBe(200);
});

test("an upload that was taken over by another process leaves the other's files", async () => {
  const { db, storage } = app.current.context;
  const bytes = await flat(641, 480).png().toBuffer();
  const write = storage.write.bind(storage);
  const writing = vi.spyOn(storage, "write").mockImplementation(async (...file) => {
    await write(...file);
    await db.update(pictures).set({ state: "stored" });
  });
  expect((await upload(app.current, bytes)).status).toBe(503);
  writing.mockRestore();
  expect(await rows()).toEqual([{ state: "stored" }]);
  const again = await upload(app.current, bytes);
  expect(again.status).toBe(200);
  expect(await storedFile(app.current, again.body.data.url, "641.webp")).toBeDefined();
});

test("an upload that was given up and removed leaves no files when it goes on", async () => {
  const { context, clock } = app.current;
  const bytes = await flat(642, 480).png().toBuffer();
  const write = context.storage.write.bind(context.storage);
  const writing = vi.spyOn(context.storage, "write").mockImplementationOnce(async (...file) => {
    clock.advance(leaseSeconds + 1);
    expect(await collectPictures(context, sql`false`)).toBe(1);
    await write(...file);
  });
  expect((await upload(app.current, bytes)).body.code).toBe("picture-busy");
  writing.mockRestore();
  expect(await rows()).toEqual([]);
  expect(names()).not.toContain(nameOf(bytes));
});

describe("while the bucket is down", () => {
  const remote = useTestApp(bucket.env);

  test("an upload fails without leaving parts, and works again later", async () => {
    const before = await upload(remote.current, await flat(400, 250).png().toBuffer());
    const { url } = before.body.data;
    expect(await storedFile(remote.current, url, "400.webp")).toBeDefined();
    await bucket.stop();

    const bytes = await flat(500, 333).png().toBuffer();
    expect(await upload(remote.current, bytes)).toMatchObject({
      status: 503,
      body: { code: "outside-service-failed", detail: expect.stringContaining("try again") },
    });
    const unread = await fetch(`${remote.current.origin}${url}/400.webp`);
    expect(unread.status).toBe(503);
    expect(unread.headers.get("retry-after")).toBe("10");
    expect(unread.headers.get("cache-control")).toBeNull();
    expect((await call(remote.current, "GET /approvedClasses")).status).toBe(200);

    await bucket.start();
    expect((await fetch(`${remote.current.origin}${url}/400.webp`)).status).toBe(200);
    const again = await upload(remote.current, bytes);
    expect(again.status).toBe(200);
    expect(await storedFile(remote.current, again.body.data.url, "500.avif")).toBeDefined();
  });
});
