import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import {
  type ExerciseParams,
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { meanwhile } from "../../../../test/support/lock-waiters.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { leaseSeconds } from "../../school/pictures/policy.ts";
import { keptSeconds, waitingSeconds } from "./policy.ts";
import { collectDrawings } from "./remove-drawings.ts";
import { isReported } from "../moderation/queries.ts";
import { submissionPictures, submissions } from "./tables.ts";

const app = useTestApp();
let instructor: TestPerson;
let student: TestPerson;
let params: ExerciseParams;

beforeEach(async () => {
  instructor = await makePerson(app.current, "instructor");
  student = await makePerson(app.current, "student");
  params = await makeExercise(app.current, instructor, await makeClass(app.current, instructor));
  await takeSeat(app.current, student, params.classId);
});

const folder = () => join(app.current.context.settings.dataDir, "pictures", "submissions");
const hasFiles = (id: string): boolean => existsSync(join(folder(), id));
const collect = () => collectDrawings(app.current.context, isReported);
const leave = () => app.current.context.db.delete(enrollments).where(eq(enrollments.studentId, student.id));
const later = async (seconds: number): Promise<void> => {
  app.current.clock.advance(seconds);
  student = await renewToken(app.current, student);
};

test("a picture that is never handed in goes after a day, and one that is handed in stays", async () => {
  const [kept = "", waiting = ""] = await uploadDrawings(app.current, student, params, 2);
  await handIn(app.current, student, params, [kept]);
  await later(waitingSeconds - 1);
  expect(await collect()).toBe(0);
  await later(1);
  expect(await collect()).toBe(1);
  expect([hasFiles(kept), hasFiles(waiting)]).toEqual([true, false]);
  expect(await readOwn(app.current, student, params)).toMatchObject({ waiting: [], rounds: [{}] });
});

test("a picture that was taken back can be taken off, one that waits or was critiqued can't", async () => {
  const [first = "", second = ""] = await uploadDrawings(app.current, student, params, 2);
  const takeOff = async (id: string) =>
    (await call(app.current, "DELETE /submission-pictures/{id}", { params: { id } }, student)).body
      .deletedCount;
  const sent = await handIn(app.current, student, params, [first]);
  expect(await takeOff(first)).toBe(0);
  await critique(app.current, instructor, sent.body.rounds[0]._id);
  await handIn(app.current, student, params, [second]);
  await call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params }, student);
  expect([await takeOff(first), await takeOff(second)]).toEqual([0, 1]);
  expect([hasFiles(first), hasFiles(second)]).toEqual([true, false]);
});

test("what was taken back goes after a month, and the rounds before it stay", async () => {
  const [first = "", second = "", third = ""] = await uploadDrawings(app.current, student, params, 3);
  const sent = await handIn(app.current, student, params, [first]);
  await critique(app.current, instructor, sent.body.rounds[0]._id);
  await handIn(app.current, student, params, [second]);
  await call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params }, student);
  await later(keptSeconds - 1);
  await collect();
  expect([hasFiles(first), hasFiles(second), hasFiles(third)]).toEqual([true, true, false]);
  await later(1);
  await collect();
  expect([hasFiles(first), hasFiles(second)]).toEqual([true, false]);
  const own = await readOwn(app.current, student, params);
  expect(own).toMatchObject({ mayHandIn: true, waiting: [], rounds: [{ number: 1 }] });

  const [fourth = ""] = await uploadDrawings(app.current, student, params);
  const again = await handIn(app.current, student, params, [fourth]);
  expect(again.body.rounds).toMatchObject([{ number: 2 }, { number: 1, pictures: [{ _id: first }] }]);
});

test("a month after the seat the pictures go, the words stay; a new seat or sharing keeps them", async () => {
  const [id = ""] = await uploadDrawings(app.current, student, params);
  const sent = await handIn(app.current, student, params, [id]);
  await critique(app.current, instructor, sent.body.rounds[0]._id);
  await leave();
  await collect();
  await later(keptSeconds - 1);
  await takeSeat(app.current, student, params.classId);
  await collect();
  await leave();
  await collect();
  await later(keptSeconds - 1);
  expect(await collect()).toBe(0);
  await later(1);
  const { db } = app.current.context;
  await db.update(submissions).set({ sharedAt: app.current.clock.now() });
  expect(await collect()).toBe(0);
  const [own] = await db.select({ id: submissions.id }).from(submissions);
  const shown = { params: { classId: params.classId, id: own!.id } };
  expect((await call(app.current, "DELETE /class/{classId}/gallery/{id}", shown, student)).status).toBe(200);
  expect(await collect()).toBe(0);
  await later(keptSeconds - 1);
  expect(await collect()).toBe(0);
  await later(1);
  expect(await collect()).toBe(1);
  expect(hasFiles(id)).toBe(false);
  expect(await readOwn(app.current, student, params)).toMatchObject({
    state: "again",
    rounds: [{ pictures: [], critique: { text: "Good line." } }],
  });
});

test("what waited when the seat ended can be handed in again after a month and another purchase", async () => {
  await handIn(app.current, student, params, await uploadDrawings(app.current, student, params), "My first");
  await leave();
  await collect();
  await later(keptSeconds);
  const { db } = app.current.context;
  expect(await db.$count(notifications)).toBe(1);
  expect(await collect()).toBe(1);
  expect(await db.$count(notifications)).toBe(0);
  await takeSeat(app.current, student, params.classId);
  expect(await readOwn(app.current, student, params)).toMatchObject({
    state: "withdrawn",
    mayHandIn: true,
    rounds: [],
    waiting: [],
    note: "My first",
  });
  const sent = await handIn(app.current, student, params, await uploadDrawings(app.current, student, params));
  expect(sent.body.rounds).toMatchObject([{ number: 1, pictures: [{}] }]);
});

test.skipIf(!isPostgres)(
  "what is handed in while the seat ends is refused, so that it does not stay",
  async () => {
    const { db } = app.current.context;
    const pictures = await uploadDrawings(app.current, student, params);
    const [sent] = await meanwhile(
      db,
      (tx) => tx.delete(enrollments).where(eq(enrollments.studentId, student.id)),
      [() => handIn(app.current, student, params, pictures)],
    );
    expect(sent?.body.code).toBe("drawing-needs-a-seat");
    expect(await db.$count(submissions)).toBe(0);
  },
);

test("what a killed process left half stored or half removed is cleared up", async () => {
  const { db } = app.current.context;
  const ids = await uploadDrawings(app.current, student, params, 2);
  for (const [index, state] of (["processing", "deleting"] as const).entries())
    await db
      .update(submissionPictures)
      .set({ state })
      .where(eq(submissionPictures.id, ids[index] ?? ""));
  expect(await readOwn(app.current, student, params)).toMatchObject({ waiting: [] });
  for (const id of ids)
    expect((await handIn(app.current, student, params, [id])).body.code).toBe("drawing-picture-gone");
  expect(await collect()).toBe(0);
  await later(leaseSeconds);
  expect(await collect()).toBe(2);
  expect(ids.map(hasFiles)).toEqual([false, false]);
  expect(await db.$count(submissionPictures)).toBe(0);
});

test("a storage that cannot be written refuses the upload and leaves nothing", async () => {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(dirname(folder()), { recursive: true });
  // A file in place of the folder makes the storage fail.
  writeFileSync(folder(), "");
  await expect(uploadDrawings(app.current, student, params)).rejects.toThrow("outside-service-failed");
  rmSync(folder());
  await later(leaseSeconds);
  await collect();
  expect(await app.current.context.db.$count(submissionPictures)).toBe(0);
  const [id = ""] = await uploadDrawings(app.current, student, params);
  expect(hasFiles(id)).toBe(true);
});
