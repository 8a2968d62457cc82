import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { type UploadPlan, uploadByTus } from "../../../../test/support/tus.ts";
import { collectMaterials } from "../lessons/lesson-jobs.ts";
import { lessonUploads } from "../lessons/lesson-uploads.ts";
import { sweepUploads } from "./uploads.ts";
import { uploads } from "./tables.ts";

const bucket = useBucket();
const app = useTestApp(() => bucket.env());

const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(300_000, "ink")]);

async function makeUpload(purpose: UploadPlan["purpose"] = "material") {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const { lesson: lessonId } = await makeLesson(app.current, instructor, classId);
  const plan: UploadPlan = { purpose, classId, lessonId, fileName: "heads.pdf" };
  const materials = async () => {
    const params = { classId, id: lessonId };
    const person = await renewToken(app.current, instructor);
    return (await call(app.current, "GET /curriculum/{classId}/lesson/{id}", { params }, person)).body
      .materials;
  };
  return { instructor, plan, materials, upload: () => uploadByTus(app.current, instructor, plan, bytes) };
}

const head = async (person: { token: string }, id: string | undefined): Promise<Response> =>
  fetch(`${app.current.origin}/uploads/${id}`, {
    method: "HEAD",
    headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${person.token}` },
  });
const storedBytes = async (id: string | undefined): Promise<Buffer | undefined> => {
  const found = await app.current.context.storage.read(`materials/${id}/file`);
  return found && buffer(found.stream);
};
const isWhole = ({ status, headers }: Response): boolean =>
  status === 200 && headers.get("upload-offset") === String(bytes.length);

test("a file that cannot be stored is kept, and stored when the browser asks again", async () => {
  const { instructor, materials, upload } = await makeUpload();
  await bucket.stop();
  const { id, ...refused } = await upload();
  expect(refused).toEqual({ status: 503, code: "outside-service-failed" });
  expect((await head(instructor, id)).status).toBe(503);
  expect(await materials()).toEqual([]);
  await bucket.start();
  expect(isWhole(await head(instructor, id))).toBe(true);
  expect(await materials()).toHaveLength(1);
  expect((await storedBytes(id))?.equals(bytes)).toBe(true);
  expect(await app.current.context.db.select().from(uploads)).toEqual([]);
});

test("a file that cannot be stored is stored later, if the browser never comes back", async () => {
  const { context, clock } = app.current;
  const { materials, upload } = await makeUpload();
  await bucket.stop();
  const { id } = await upload();
  clock.advance(3600);
  await sweepUploads(context, lessonUploads(context));
  expect(await materials()).toEqual([]);
  await bucket.start();
  await sweepUploads(context, lessonUploads(context));
  expect(await materials()).toHaveLength(1);
  expect((await storedBytes(id))?.equals(bytes)).toBe(true);
});

test("files that are stored after a long outage are not collected while they are taken up", async () => {
  const { context, clock } = app.current;
  const { storage } = context;
  const uses = lessonUploads(context);
  await bucket.stop();
  const made = [await makeUpload(), await makeUpload()];
  const ids = await Promise.all(made.map(async ({ upload }) => (await upload()).id));
  clock.advance(3700);
  await bucket.start();
  let sweep: Promise<void> | undefined;
  const removeFolder = async (folder: string): Promise<void> => {
    await (sweep ??= sweepUploads(context, uses));
    await storage.removeFolder(folder);
  };
  await collectMaterials({ ...context, storage: { ...storage, removeFolder } });
  expect(sweep).toBeDefined();
  await sweepUploads(context, uses);
  for (const { materials } of made) expect(await materials()).toHaveLength(1);
  for (const id of ids) expect((await storedBytes(id))?.equals(bytes)).toBe(true);
});

test.each(["material", "video"] as const)(
  "a %s is not sent twice when the answer to its last piece is lost",
  async (purpose) => {
    const { instructor, upload } = await makeUpload(purpose);
    const { id } = await upload();
    expect(isWhole(await head(instructor, id))).toBe(true);
    expect((await head(await makePerson(app.current, "instructor"), id)).status).toBe(404);
  },
);
