import { existsSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { makeLesson } from "../../../test/lessons.ts";
import { type TestPerson, call, makePerson } from "../../../test/people.ts";
import { makeClass } from "../../../test/school.ts";
import { type UploadPlan, metadataOf, uploadByTus } from "../../../test/tus.ts";
import { lessonUploads } from "../lessons/lesson-uploads.ts";
import { lessons } from "../lessons/tables.ts";
import { videos } from "../videos/tables.ts";
import { sweepUploads } from "./finish-upload.ts";
import { uploads } from "./tables.ts";
import { uploadFile } from "./upload-files.ts";

const app = useTestApp();
const pdf = (length: number): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(length - 9, "ink")]);

async function makeUpload(fileName = "heads.pdf", purpose: UploadPlan["purpose"] = "material") {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const { lesson: lessonId } = await makeLesson(app.current, instructor, classId);
  return { instructor, plan: { purpose, classId, lessonId, fileName } satisfies UploadPlan };
}

const tus = (method: string, path: string, person: TestPerson, headers: object = {}, body?: Buffer) =>
  fetch(`${app.current.origin}/uploads${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${person.token}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const begin = (person: TestPerson, plan: UploadPlan, length: number) =>
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
const materialsOf = async ({ classId, lessonId }: UploadPlan, person: TestPerson) =>
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

test("what a crash left complete is used, and what was abandoned is removed", async () => {
  const { instructor, plan } = await makeUpload();
  const { context, clock } = app.current;
  const bytes = pdf(1000);
  const url = pathOf(await begin(instructor, plan, bytes.length));
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
  expect((await tus("HEAD", url, await renewed(instructor))).status).toBe(404);
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
    expect(await codeOf(tus("POST", "", instructor, { "upload-length": "100" }))).toBe("upload-malformed");
  });

  test("when two of the person's uploads are running", async () => {
    const { instructor, plan } = await makeUpload();
    const first = await begin(instructor, plan, 100);
    await begin(instructor, plan, 100);
    expect((await begin(instructor, plan, 100)).status).toBe(429);
    expect((await tus("DELETE", pathOf(first), instructor)).status).toBe(204);
    expect((await begin(instructor, plan, 100)).status).toBe(201);
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

test("a file that is not what its name says is refused, and nothing of it stays", async () => {
  const { instructor, plan } = await makeUpload();
  const refused = await uploadByTus(app.current, instructor, plan, Buffer.from("MZ this is a program"));
  expect(refused).toMatchObject({ status: 415, code: "material-type-unknown" });
  expect(await app.current.context.db.select().from(uploads)).toEqual([]);
  expect(existsSync(uploadFile(app.current.context, refused.id ?? ""))).toBe(false);
});
