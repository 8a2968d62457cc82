import { existsSync } from "node:fs";
import { once } from "node:events";
import { rename, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, startTestApp, useTestApp } from "../../../../test/support/app.ts";
import {
  holdMarksBeside,
  isPostgres,
  openBeside,
  openBehindPooler,
} from "../../../../test/support/database.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { countWaiting, meanwhile } from "../../../../test/support/lock-waiters.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { metadataOf, uploadByTus } from "../../../../test/support/tus.ts";
import { makeVideo } from "../../../../test/support/videos.ts";
import { users } from "../../../access/tables.ts";
import { newId } from "../../../platform/ids.ts";
import { erasePerson } from "../../office/privacy/erase-person.ts";
import { classes } from "../../school/classes/tables.ts";
import { collectMaterials } from "../lessons/lesson-jobs.ts";
import { lessonUploads } from "../lessons/lesson-uploads.ts";
import { maxMaterials } from "../lessons/policy.ts";
import { lessons, lessonVersions, materials } from "../lessons/tables.ts";
import { videos } from "../videos/tables.ts";
import { sweepUploads, uploadFile } from "./uploads.ts";
import { type Announcement, silentSeconds } from "./policy.ts";
import { uploads } from "./tables.ts";

const app = useTestApp({}, openBehindPooler);
const pdf = (length: number): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(length - 9, "ink")]);

async function makeUpload(fileName = "heads.pdf", purpose: Announcement["purpose"] = "material") {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const { lesson: lessonId } = await makeLesson(app.current, instructor, classId, { isPublished: false });
  return { instructor, plan: { purpose, classId, lessonId, fileName } satisfies Announcement };
}

const tus = (method: string, path: string, person: TestPerson, headers: object = {}, body?: Buffer) =>
  fetch(`${app.current.origin}/uploads${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${person.token}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const begin = (person: TestPerson, plan: Announcement, length: number) =>
  tus("POST", "", person, { "upload-length": String(length), "upload-metadata": metadataOf(plan) });
const send = (person: TestPerson, url: string, offset: number, body: Buffer) =>
  tus(
    "PATCH",
    url,
    person,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body,
  );
const pathOf = (response: Response): string =>
  (response.headers.get("location") ?? "").replace("/uploads", "");
const materialsOf = async ({ classId, lessonId }: Announcement, person: TestPerson) =>
  (
    await call(
      app.current,
      "GET /curriculum/{classId}/lesson/{id}",
      { params: { classId, id: lessonId } },
      person,
    )
  ).body.materials;

test("a file that is sent in pieces becomes a material, whole, and leaves nothing behind", async () => {
  const { instructor, plan } = await makeUpload();
  const bytes = pdf(2_500_000);
  const { id = "" } = await uploadByTus(app.current, instructor, plan, bytes, 1_000_000);
  expect(await materialsOf(plan, instructor)).toEqual([
    { _id: id, fileName: "heads.pdf", bytes: bytes.length, type: "PDF" },
  ]);
  const stored = await app.current.context.storage.read(`materials/${id}/file`);
  expect((await buffer(stored!.stream)).equals(bytes)).toBe(true);
  expect(await app.current.context.db.select().from(uploads)).toEqual([]);
  expect(existsSync(uploadFile(app.current.context, id))).toBe(false);
});

test("a film waits for the worker, as the lesson's draft", async () => {
  const { instructor, plan } = await makeUpload("hands.mp4", "video");
  const { id = "" } = await uploadByTus(app.current, instructor, plan, Buffer.alloc(1000, 1));
  const { db } = app.current.context;
  expect(await db.select().from(videos)).toMatchObject([
    { id, ownerId: instructor.id, fileName: "hands.mp4", bytes: 1000, state: "uploaded" },
  ]);
  const [lesson] = await db.select().from(lessons).where(eq(lessons.id, plan.lessonId));
  expect(lesson?.draft.videoId).toBe(id);
  expect(existsSync(uploadFile(app.current.context, id))).toBe(true);
});

test("an upload goes on where the connection was cut", async () => {
  const { instructor, plan } = await makeUpload();
  const bytes = pdf(300_000);
  const url = pathOf(await begin(instructor, plan, bytes.length));
  expect((await send(instructor, url, 0, bytes.subarray(0, 100_000))).status).toBe(204);
  const head = await tus("HEAD", url, instructor);
  expect(head.headers.get("upload-offset")).toBe("100000");
  expect((await send(instructor, url, 0, bytes)).status).toBe(409);
  expect((await send(instructor, url, 100_000, bytes.subarray(100_000))).status).toBe(204);
  expect(await materialsOf(plan, instructor)).toHaveLength(1);
});

describe.runIf(isPostgres)("of several processes", () => {
  let other: TestApp;
  beforeAll(async () => {
    const { database, settings } = app.current.context;
    const folder = { DATA_DIR: settings.dataDir };
    other = await startTestApp(folder, (log) => openBeside(database, log));
  }, 180_000);
  afterAll(() => other.close());

  test("an upload goes on at another one, while the first still waits for a line that was cut", async () => {
    const { instructor, plan } = await makeUpload();
    const bytes = pdf(3_000_000);
    const url = pathOf(await begin(instructor, plan, bytes.length));
    const lingering = request(`${app.current.origin}/uploads${url}`, {
      method: "PATCH",
      headers: {
        "tus-resumable": "1.0.0",
        authorization: `Bearer ${instructor.token}`,
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
        "content-length": bytes.length,
      },
    });
    const ended = once(lingering, "response");
    lingering.write(bytes.subarray(0, 1_000_000));

    const token = await other.context.accessTokens.issue(instructor.id);
    const ask = (method: string, headers: object = {}, body?: Buffer) =>
      fetch(`${other.origin}/uploads${url}`, {
        method,
        headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${token}`, ...headers },
        ...(body && { body: new Uint8Array(body) }),
      });
    const offset = async () => Number((await ask("HEAD")).headers.get("upload-offset"));
    await expect.poll(offset).toBeGreaterThan(0);
    const at = await offset();
    const rest = { "upload-offset": String(at), "content-type": "application/offset+octet-stream" };
    const sent = ask("PATCH", rest, bytes.subarray(at));
    lingering.end(bytes.subarray(1_000_000));
    const [[answer]] = (await Promise.all([ended, sent])) as [[IncomingMessage], Response];
    answer.resume();
    expect(answer.statusCode).toBeLessThan(500);

    const [material, ...more] = await materialsOf(plan, instructor);
    expect(more).toEqual([]);
    const stored = await app.current.context.storage.read(`materials/${material!._id}/file`);
    expect((await buffer(stored!.stream)).equals(bytes)).toBe(true);
  });
});

test.runIf(isPostgres)(
  "an upload that another process has in a folder of its own waits for that one",
  async () => {
    const { instructor, plan } = await makeUpload();
    const { context, clock } = app.current;
    const bytes = pdf(6_000_000);
    const url = pathOf(await begin(instructor, plan, bytes.length));
    const id = url.slice(1);
    await send(instructor, url, 0, bytes.subarray(0, 1_000_000));
    const here = uploadFile(context, id);
    const elsewhere = `${here}-elsewhere`;
    for (const end of ["", ".json"]) await rename(here + end, elsewhere + end);
    const endOther = await holdMarksBeside(context.database, { secret: 1, uploads: 2, pictures: 3 });
    expect((await tus("HEAD", url, instructor)).status).toBe(503);
    const refused = await send(instructor, url, 1_000_000, bytes.subarray(1_000_000));
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: "upload-on-another-server",
      detail: expect.stringContaining("all servers need the same uploads folder"),
    });
    clock.advance(2 * 86_400);
    await sweepUploads(context, lessonUploads(context));
    expect(await context.db.$count(uploads)).toBe(1);

    // At the one that has it.
    for (const end of ["", ".json"]) await rename(elsewhere + end, here + end);
    const owner = await renewed(instructor);
    expect((await tus("HEAD", url, owner)).headers.get("upload-offset")).toBe("1000000");
    expect((await send(owner, url, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204);
    expect(await materialsOf(plan, owner)).toHaveLength(1);

    const lost = pathOf(await begin(owner, plan, 100));
    await rm(uploadFile(context, lost.slice(1)));
    expect((await tus("HEAD", lost, owner)).status).toBe(503);
    await endOther();
    await expect.poll(async () => (await tus("HEAD", lost, owner)).status).toBe(410);
  },
);

test("what a crash left complete is used, and what was abandoned is removed", async () => {
  const { instructor, plan } = await makeUpload();
  const { context, clock } = app.current;
  const bytes = pdf(1000);
  await begin(instructor, plan, bytes.length);
  const { id } = (await context.db.select().from(uploads))[0]!;
  // The bytes have come, and the process died before it used them.
  const { writeFile } = await import("node:fs/promises");
  await writeFile(uploadFile(context, id), bytes);
  const half = await begin(instructor, plan, 5000);
  await send(instructor, pathOf(half), 0, bytes);
  clock.advance(3600);
  await sweepUploads(context, lessonUploads(context));
  expect(await materialsOf(plan, await renewed(instructor))).toHaveLength(1);
  expect(await context.db.select().from(uploads)).toHaveLength(1);
  clock.advance(2 * 86_400);
  await sweepUploads(context, lessonUploads(context));
  expect(await context.db.select().from(uploads)).toEqual([]);
  expect((await tus("HEAD", pathOf(half), await renewed(instructor))).status).toBe(404);
});

const renewed = async (person: TestPerson): Promise<TestPerson> => ({
  ...person,
  token: await app.current.context.accessTokens.issue(person.id),
});

describe("an upload is refused before its first byte", () => {
  test("to a class of somebody else, by a student, and without a login", async () => {
    const { plan } = await makeUpload();
    const other = await makePerson(app.current, "instructor");
    const student = await makePerson(app.current, "student");
    expect((await begin(other, plan, 100)).status).toBe(403);
    expect((await begin(student, plan, 100)).status).toBe(403);
    expect((await begin({ ...student, token: "none" }, plan, 100)).status).toBe(401);
  });

  test("when it is empty, too large, of a kind that is not offered, or says nothing of itself", async () => {
    const { instructor, plan } = await makeUpload();
    const codeOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { code: string }).code;
    expect(await codeOf(begin(instructor, plan, 0))).toBe("upload-empty");
    expect(await codeOf(begin(instructor, plan, 201 * 1024 ** 2))).toBe("upload-too-large");
    expect(await codeOf(begin(instructor, { ...plan, purpose: "video" }, 5 * 1024 ** 3))).toBe(
      "upload-too-large",
    );
    expect(await codeOf(begin(instructor, { ...plan, fileName: "run.exe" }, 100))).toBe(
      "material-type-unknown",
    );
    for (const fileName of [`${"long ".repeat(50)}.pdf`, "with\0nul.pdf", "heads\u202Efdp.svg"])
      expect(await codeOf(begin(instructor, { ...plan, fileName }, 100))).toBe("upload-name");
    expect(await codeOf(tus("POST", "", instructor, { "upload-length": "100" }))).toBe("upload-malformed");
  });

  test("when two of the person's uploads are running", async () => {
    const { instructor, plan } = await makeUpload();
    const first = await begin(instructor, plan, 100);
    const announced = await Promise.all([1, 2, 3].map(() => begin(instructor, plan, 100)));
    expect(announced.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(announced.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await tus("DELETE", pathOf(first), instructor)).status).toBe(204);
    expect((await begin(instructor, plan, 100)).status).toBe(201);
  });

  test("but takes the place of one that has been silent for ten minutes", async () => {
    const { instructor, plan } = await makeUpload();
    const { clock, context } = app.current;
    const abandoned = pathOf(await begin(instructor, plan, 100));
    clock.advance(60);
    const later = pathOf(await begin(instructor, plan, 100));
    expect((await begin(instructor, plan, 100)).status).toBe(429);
    clock.advance(silentSeconds);
    const next = pathOf(await begin(instructor, plan, 100));
    const running = (await context.db.select().from(uploads)).map(({ id }) => `/${id}`);
    expect(running.toSorted()).toEqual([later, next].toSorted());
    expect(existsSync(uploadFile(context, abandoned.slice(1)))).toBe(false);
  });

  test("when what others have announced takes the room", async () => {
    const { instructor, plan } = await makeUpload();
    const other = await makePerson(app.current, "instructor");
    const huge = { id: newId(), ownerId: other.id, purpose: "video", bytes: 2 ** 52 } as const;
    const { clock, context } = app.current;
    await context.db
      .insert(uploads)
      .values({ ...huge, targetId: plan.lessonId, fileName: "a.mp4", createdAt: clock.now() });
    expect((await begin(instructor, plan, 100)).status).toBe(507);
  });

  test("when the person's films would take more than the school gives, those in work counted", async () => {
    const { instructor, plan } = await makeUpload("hands.mp4", "video");
    const { context } = app.current;
    await makeVideo(app.current, instructor, { state: "ready" });
    const inWork = await makeVideo(app.current, instructor, { state: "uploaded" });
    const bytes = context.settings.videoQuotaBytes - 1024 ** 3;
    await context.db.update(videos).set({ bytes }).where(eq(videos.id, inWork));
    const refused = await begin(instructor, plan, 2 * 1024 ** 3);
    expect(await refused.json()).toMatchObject({
      code: "video-quota-exceeded",
      detail: expect.stringContaining("You have 1 of 50 GB of video storage left."),
    });
    expect((await begin(instructor, plan, 1024 ** 2)).status).toBe(201);
    expect((await begin(instructor, plan, 1024 ** 3)).status).toBe(409);
  });
});

describe("a file that has arrived is refused, and nothing of it stays", () => {
  async function expectRefused(answer: Response, status: number, code: string, id: string): Promise<void> {
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
    const { context, clock } = app.current;
    expect(existsSync(uploadFile(context, id))).toBe(false);
    clock.advance(2 * 3600);
    await collectMaterials(context);
    expect(await context.storage.read(`materials/${id}/file`)).toBeUndefined();
    expect(await context.db.$count(uploads, eq(uploads.id, id))).toBe(0);
  }

  const lose = {
    "its lesson": async ({ lessonId }: Announcement) =>
      app.current.context.db.delete(lessons).where(eq(lessons.id, lessonId)),
    "the right to edit it": async ({ classId }: Announcement) => {
      const { id: instructorId } = await makePerson(app.current, "instructor");
      await app.current.context.db.update(classes).set({ instructorId }).where(eq(classes.id, classId));
    },
  };
  test.each(["its lesson", "the right to edit it"] as const)("when %s is gone", async (what) => {
    const { instructor, plan } = await makeUpload();
    const url = pathOf(await begin(instructor, plan, 100));
    await lose[what](plan);
    await expectRefused(await send(instructor, url, 0, pdf(100)), 404, "lesson-not-found", url.slice(1));
  });

  test("when another file took the last place", async () => {
    const { instructor, plan } = await makeUpload();
    const createdAt = app.current.clock.now();
    const there = { lessonId: plan.lessonId, fileName: "a.pdf", bytes: 1, type: "PDF", createdAt };
    const rows = Array.from({ length: maxMaterials - 1 }, () => ({ ...there, id: newId() }));
    await app.current.context.db.insert(materials).values(rows);
    const urls = [pathOf(await begin(instructor, plan, 100)), pathOf(await begin(instructor, plan, 100))];
    const answers = await Promise.all(urls.map((url) => send(instructor, url, 0, pdf(100))));
    const refused = answers.findIndex(({ status }) => status !== 204);
    expect(await materialsOf(plan, instructor)).toHaveLength(maxMaterials);
    // From now on before the first byte.
    expect((await begin(instructor, plan, 100)).status).toBe(409);
    await expectRefused(answers[refused]!, 409, "too-many-materials", urls[refused]!.slice(1));
  });
});

test("an upload belongs to the person who began it", async () => {
  const { instructor, plan } = await makeUpload();
  const url = pathOf(await begin(instructor, plan, 100));
  const other = await makePerson(app.current, "instructor");
  for (const answer of [
    await tus("HEAD", url, other),
    await send(other, url, 0, pdf(100)),
    await tus("DELETE", url, other),
    await tus("HEAD", "/not-an-id", instructor),
  ])
    expect(answer.status).toBe(404);
});

test("an upload's query leads to no other upload", async () => {
  const { instructor, plan } = await makeUpload();
  const bytes = pdf(300_000);
  const url = pathOf(await begin(instructor, plan, bytes.length));
  await send(instructor, url, 0, bytes.subarray(0, 100_000));
  const other = await makeUpload("hands.pdf");
  const own = pathOf(await begin(other.instructor, other.plan, bytes.length));
  const ownThenTheirs = `${own}?x=${url}`;

  expect((await send(other.instructor, ownThenTheirs, 0, Buffer.alloc(50_000, 1))).status).toBe(204);
  const head = await tus("HEAD", ownThenTheirs, other.instructor);
  expect(head.headers.get("upload-offset")).toBe("50000");
  expect(head.headers.get("upload-metadata")).toBe(metadataOf(other.plan));

  expect((await send(instructor, url, 100_000, bytes.subarray(100_000))).status).toBe(204);
  const [material] = await materialsOf(plan, instructor);
  const stored = await app.current.context.storage.read(`materials/${material!._id}/file`);
  expect((await buffer(stored!.stream)).equals(bytes)).toBe(true);
});

test("a file that is not what its name says is refused, and nothing of it stays", async () => {
  const { instructor, plan } = await makeUpload();
  const refused = await uploadByTus(app.current, instructor, plan, Buffer.from("MZ this is a program"));
  expect(refused).toMatchObject({ status: 415, code: "material-type-unknown" });
  expect(await app.current.context.db.select().from(uploads)).toEqual([]);
  expect(existsSync(uploadFile(app.current.context, refused.id ?? ""))).toBe(false);
});

test.runIf(isPostgres)(
  "an upload that begins while its instructor's account is being deleted does not",
  async () => {
    const { db } = app.current.context;
    const { instructor, plan } = await makeUpload();
    const isTheirs = eq(users.id, instructor.id);
    const [begun] = await meanwhile(
      db,
      (tx) => tx.select().from(users).where(isTheirs).for("update"),
      [() => begin(instructor, plan, 100)],
      (tx) => tx.update(users).set({ deletedAt: app.current.clock.now() }).where(isTheirs),
    );
    expect(begun?.status).toBe(401);
    expect(await db.$count(uploads)).toBe(0);
  },
);

test.runIf(isPostgres)(
  "a file that arrives while its instructor's account is being deleted goes too",
  async () => {
    const { db } = app.current.context;
    const { instructor, plan } = await makeUpload();
    const { lesson: lessonId } = await makeLesson(app.current, instructor, plan.classId);
    const file = pdf(100);
    const path = pathOf(await begin(instructor, { ...plan, lessonId }, file.length));
    const [isHeld, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction(async (tx) => {
      await tx.select().from(lessonVersions).for("update");
      isHeld.resolve();
      await isSent.promise;
    });
    await isHeld.promise;
    // Stops after the materials, before the lesson.
    const deletion = db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, instructor.id)).for("update");
      await erasePerson(tx, app.current.context, instructor, true);
    });
    await expect.poll(() => countWaiting(db)).toBe(1);
    let isAnswered = false;
    const answer = send(instructor, path, 0, file).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await countWaiting(db)) === 2).toBe(true);
    isSent.resolve();
    await Promise.all([holding, deletion]);
    expect((await answer).status).toBe(404);
    expect(await db.$count(materials, isNull(materials.removedAt))).toBe(0);
  },
);
