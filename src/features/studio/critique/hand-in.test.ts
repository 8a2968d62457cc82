import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type ExerciseParams,
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawing,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { meanwhile } from "../../../../test/support/lock-waiters.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { runMail } from "../../../../test/support/notifications.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { flat } from "../../../../test/support/upload.ts";
import { newId } from "../../../platform/ids.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { maxPictureBytes } from "../../school/pictures/policy.ts";
import { completedLessons } from "../../classroom/progress/tables.ts";
import { maxLength, maxWaitingPictures } from "./policy.ts";
import { submissionPictures, submissionTurns } from "./tables.ts";

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

const takeBack = (who = student) =>
  call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params }, who);
const howDone = async () =>
  (await app.current.context.db.select().from(completedLessons)).map(({ how }) => how);
const toldTo = async ({ id }: TestPerson) =>
  (await app.current.context.db.select().from(notifications).where(eq(notifications.personId, id))).map(
    ({ kind, path }) => ({ kind, path }),
  );

test("a drawing goes from once more to accepted, and every round stays", async () => {
  const pictures = await uploadDrawings(app.current, student, params, 2);
  const [first, second] = pictures as [string, string];
  const sent = await handIn(app.current, student, params, [second, first], "My wrist hurts.");
  expect(sent).toMatchObject({
    status: 200,
    body: { state: "handed-in", mayHandIn: false, waiting: [], promisedDays: 5 },
  });
  const [round] = sent.body.rounds;
  expect(round).toMatchObject({ number: 1, note: "My wrist hurts.", critique: null });
  expect(round.pictures.map(({ _id }: { _id: string }) => _id)).toEqual([second, first]);
  const promised = new Date(app.current.clock.now().getTime() + 5 * 86_400_000).toISOString();
  expect(round.promisedBy).toBe(promised);

  const pins = [{ pictureId: second, x: 0.25, y: 1, text: "This circle is open." }];
  expect(await critique(app.current, instructor, round._id, { text: "Slower.", pins })).toMatchObject({
    status: 200,
    body: { state: "again" },
  });
  expect(await howDone()).toEqual([]);
  expect((await readOwn(app.current, student, params)).rounds[0].critique).toEqual({
    _id: expect.any(String),
    isHidden: false,
    instructorName: instructor.name,
    text: "Slower.",
    pins,
    verdict: "again",
    at: app.current.clock.now().toISOString(),
  });
  expect((await takeBack()).body.code).toBe("nothing-to-take-back");

  await call(
    app.current,
    "POST /class/{classId}/lesson/{id}/done",
    { params, body: { how: "ticked" } },
    student,
  );
  const next = await handIn(app.current, student, params, await uploadDrawings(app.current, student, params));
  await critique(app.current, instructor, next.body.rounds[0]._id, { verdict: "accepted" });
  const end = await readOwn(app.current, student, params);
  expect(end).toMatchObject({ state: "accepted", mayHandIn: false });
  expect(
    end.rounds.map((each: { number: number; critique: { verdict: string } }) => [
      each.number,
      each.critique.verdict,
    ]),
  ).toEqual([
    [2, "accepted"],
    [1, "again"],
  ]);
  expect(await howDone()).toEqual(["accepted"]);
  const unticked = await call(app.current, "DELETE /class/{classId}/lesson/{id}/done", { params }, student);
  expect(unticked.body).toEqual({ isDone: true });
  expect((await handIn(app.current, student, params, [newId()])).body.code).toBe("drawing-accepted");

  const desk = `/dashboard/instructor/critiques?drawing=${end._id}`;
  const lesson = `/dashboard/enrolled-classes/${params.classId}/lessons/${params.id}`;
  expect(await toldTo(instructor)).toEqual([1, 2].map(() => ({ kind: "drawing-handed-in", path: desk })));
  expect(await toldTo(student)).toEqual([1, 2].map(() => ({ kind: "critique-received", path: lesson })));
});

test("what is sent twice, at once or after a lost answer, is there once", async () => {
  const bytes = await flat(40, 30).png().toBuffer();
  const uploads = await Promise.all([1, 2].map(() => uploadDrawing(app.current, student, params, bytes)));
  uploads.push(await uploadDrawing(app.current, student, params, bytes));
  expect(new Set(uploads.map(({ body }) => body._id)).size).toBe(1);
  const ids = [uploads[0]?.body._id];

  const answers = await Promise.all([1, 2, 3].map(() => handIn(app.current, student, params, ids)));
  answers.push(await handIn(app.current, student, params, ids));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const turns = await app.current.context.db.select().from(submissionTurns);
  expect(turns).toHaveLength(1);
  expect(await toldTo(instructor)).toHaveLength(1);
  const noteNow = async () => (await readOwn(app.current, student, params)).rounds[0].note;
  await handIn(app.current, student, params, ids, "Please look at the thumb");
  expect(await noteNow()).toBe("Please look at the thumb");

  const id = turns[0]?.id ?? "";
  const same = await Promise.all([1, 2].map(() => critique(app.current, instructor, id)));
  expect(same.map(({ status }) => status)).toEqual([200, 200]);
  const other = await critique(app.current, instructor, id, { verdict: "accepted" });
  expect(other).toMatchObject({ status: 409, body: { code: "drawing-critiqued" } });
  expect(await readOwn(app.current, student, params)).toMatchObject({ state: "again" });
  expect(await toldTo(student)).toHaveLength(1);
  await handIn(app.current, student, params, ids, "After the critique");
  expect(await noteNow()).toBe("Please look at the thumb");
});

test("a drawing that is taken back is the student's alone, and can be handed in again with another", async () => {
  const bytes = await flat(40, 30).png().toBuffer();
  const first = (await uploadDrawing(app.current, student, params, bytes)).body._id;
  const { body } = await handIn(app.current, student, params, [first], "Too early");
  const before = body.rounds[0]._id;
  const back = await takeBack();
  expect(back.body).toMatchObject({ state: "withdrawn", rounds: [], note: "Too early", mayHandIn: true });
  expect(back.body.waiting).toMatchObject([{ _id: first }]);
  expect(await toldTo(instructor)).toEqual([]);
  expect((await takeBack()).status).toBe(200);
  const desk = { params: { id: body._id } };
  expect((await call(app.current, "GET /submission/{id}", desk, instructor)).status).toBe(404);
  expect((await critique(app.current, instructor, before)).body.code).toBe("drawing-not-found");

  expect((await uploadDrawing(app.current, student, params, bytes)).body._id).toBe(first);
  const [second = ""] = await uploadDrawings(app.current, student, params);
  const again = await handIn(app.current, student, params, [second, first]);
  expect(again.body.rounds).toMatchObject([{ number: 1, pictures: [{ _id: second }, { _id: first }] }]);
  expect((await critique(app.current, instructor, before)).status).toBe(404);
  expect((await critique(app.current, instructor, again.body.rounds[0]._id)).status).toBe(200);
});

test("a drawing that is taken back and handed in again within ten minutes is mailed once", async () => {
  const handedIn = async () =>
    (await mailsTo(app.current, instructor.email)).filter(({ subject }) => subject.includes("handed in"));
  const now = { body: { "drawing-handed-in": "now" } };
  await call(app.current, "PATCH /notifications/choices", now, instructor);
  const pictures = await uploadDrawings(app.current, student, params);
  for (let times = 0; times < 2; times += 1) {
    await handIn(app.current, student, params, pictures);
    await runMail(app.current);
    await takeBack();
  }
  await handIn(app.current, student, params, pictures);
  const unread = await call(app.current, "GET /notifications", {}, instructor);
  expect(unread.body.filter(({ isRead }: { isRead: boolean }) => !isRead)).toHaveLength(1);
  await runMail(app.current);
  expect(await handedIn()).toHaveLength(1);
  app.current.clock.advance(601);
  await runMail(app.current);
  expect(await handedIn()).toHaveLength(2);
});

test("refusals name what to do, and change nothing", async () => {
  const [own = ""] = await uploadDrawings(app.current, student, params);
  const classmate = await makePerson(app.current, "student");
  await takeSeat(app.current, classmate, params.classId);
  const [theirs = ""] = await uploadDrawings(app.current, classmate, params);
  const elsewhere = await makeExercise(app.current, instructor, params.classId);
  const [other = ""] = await uploadDrawings(app.current, student, elsewhere);
  for (const pictures of [[theirs], [own, other], [newId()]])
    expect(await handIn(app.current, student, params, pictures)).toMatchObject({
      status: 409,
      body: { code: "drawing-picture-gone" },
    });
  for (const [pictures, note, field] of [
    [[], "", "pictures"],
    [Array.from({ length: 6 }, newId), "", "pictures"],
    [[own, own], "", "pictures"],
    [["x"], "", "pictures.0"],
    [[own], "a".repeat(maxLength.note + 1), "note"],
    [[own], "a\0b", "note"],
  ] as const)
    expect(await handIn(app.current, student, params, pictures, note)).toMatchObject({
      status: 400,
      body: { fields: [{ field }] },
    });
  const { lesson } = await makeLesson(app.current, instructor, params.classId, { kind: "text" });
  expect((await handIn(app.current, student, { ...params, id: lesson }, [own])).body.code).toBe(
    "lesson-not-an-exercise",
  );
  expect((await handIn(app.current, instructor, params, [own])).body.code).toBe("drawing-needs-a-seat");
  const visitor = await makePerson(app.current, "student");
  expect((await handIn(app.current, visitor, params, [own])).body.code).toBe("lesson-needs-a-seat");
  expect((await handIn(app.current, student, { ...params, id: newId() }, [own])).status).toBe(404);

  const sent = await handIn(app.current, student, params, [own]);
  const [more = ""] = await uploadDrawings(app.current, student, params);
  expect((await handIn(app.current, student, params, [more])).body.code).toBe("drawing-waits");
  const round = sent.body.rounds[0]._id;
  for (const [body, field] of [
    [{ text: " " }, "text"],
    [{ text: "a".repeat(maxLength.text + 1) }, "text"],
    [{ verdict: "fine" }, "verdict"],
    [{ pins: [{ pictureId: more, x: 0, y: 0, text: "Stray" }] }, "pins.0.pictureId"],
    [{ pins: [{ pictureId: own, x: 1.1, y: 0, text: "Outside" }] }, "pins.0.x"],
    [{ pins: [{ pictureId: own, x: 0, y: 0, text: "" }] }, "pins.0.text"],
  ] as const)
    expect(await critique(app.current, instructor, round, body)).toMatchObject({
      status: 400,
      body: { fields: [{ field }] },
    });
  const stranger = await makePerson(app.current, "instructor");
  expect((await critique(app.current, stranger, round)).body.code).toBe("not-your-class");
  expect(await readOwn(app.current, student, params)).toMatchObject({ state: "handed-in" });
});

test("uploads have the bounds and the words of other pictures", async () => {
  for (const [bytes, code] of [
    [Buffer.from("GIF89a, hardly"), "not-a-picture"],
    [(await flat(60, 40).png().toBuffer()).subarray(0, 90), "picture-damaged"],
    [Buffer.alloc(maxPictureBytes + 20_000), "picture-too-large"],
  ] as const)
    expect((await uploadDrawing(app.current, student, params, bytes)).body.code).toBe(code);
  const { db } = app.current.context;
  expect(await db.$count(submissionPictures)).toBe(0);

  const visitor = await makePerson(app.current, "student");
  const bytes = await flat(8, 8).png().toBuffer();
  expect((await uploadDrawing(app.current, visitor, params, bytes)).status).toBe(403);

  const [id = ""] = await uploadDrawings(app.current, student, params);
  const [row] = await db.select().from(submissionPictures);
  await db
    .insert(submissionPictures)
    .values(Array.from({ length: maxWaitingPictures - 1 }, () => ({ ...row!, id: newId(), hash: "" })));
  expect((await uploadDrawing(app.current, student, params, bytes)).body.code).toBe(
    "too-many-drawing-pictures",
  );
  const takeOff = () => call(app.current, "DELETE /submission-pictures/{id}", { params: { id } }, student);
  const byOther = await call(app.current, "DELETE /submission-pictures/{id}", { params: { id } }, visitor);
  expect(byOther.body).toEqual({ deletedCount: 0 });
  expect((await takeOff()).body).toEqual({ deletedCount: 1 });
  expect((await takeOff()).body).toEqual({ deletedCount: 0 });
  expect(await app.current.context.storage.read(`submissions/${id}/16.webp`)).toBeUndefined();
  expect((await uploadDrawing(app.current, student, params, bytes)).status).toBe(200);
});

test("a former student still reads their rounds, and hands in no more", async () => {
  const pictures = await uploadDrawings(app.current, student, params);
  const { body } = await handIn(app.current, student, params, pictures);
  await critique(app.current, instructor, body.rounds[0]._id);
  const { db } = app.current.context;
  await db
    .delete(enrollments)
    .where(and(eq(enrollments.studentId, student.id), eq(enrollments.classId, params.classId)));
  const own = await readOwn(app.current, student, params);
  expect(own).toMatchObject({
    state: "again",
    mayHandIn: false,
    rounds: [{ critique: { text: "Good line." } }],
  });
  expect((await handIn(app.current, student, params, pictures)).status).toBe(403);
});

test.runIf(isPostgres)(
  "what is handed in while the class changes hands waits for its new instructor",
  async () => {
    const { db } = app.current.context;
    const heir = await makePerson(app.current, "instructor");
    const pictures = await uploadDrawings(app.current, student, params);
    const isTheirs = eq(classes.id, params.classId);
    const [sent] = await meanwhile(
      db,
      (tx) => tx.select().from(classes).where(isTheirs).for("update"),
      [() => handIn(app.current, student, params, pictures)],
      (tx) => tx.update(classes).set({ instructorId: heir.id }).where(isTheirs),
    );
    expect(sent?.status).toBe(200);
    expect(await toldTo(heir)).toMatchObject([{ kind: "drawing-handed-in" }]);
    expect(await toldTo(instructor)).toEqual([]);
  },
);
