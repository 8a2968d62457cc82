import {
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../src/features/studio/critique/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import { makeLesson } from "./lessons.ts";
import { type Answer, type TestPerson, call, makePerson } from "./people.ts";
import { takeSeat } from "./school.ts";
import { flat } from "./upload.ts";

export interface ExerciseParams extends Record<string, string> {
  readonly classId: string;
  readonly id: string;
}

export async function makeExercise(
  app: TestApp,
  instructor: TestPerson,
  classId: string,
  title = "Fifty circles",
): Promise<ExerciseParams> {
  const { lesson } = await makeLesson(app, instructor, classId, { kind: "exercise", title });
  return { classId, id: lesson };
}

export async function uploadDrawing(
  app: TestApp,
  student: TestPerson,
  params: ExerciseParams,
  bytes: Uint8Array,
): Promise<Answer> {
  const body = new FormData();
  body.set("image", new Blob([Buffer.from(bytes)], { type: "image/png" }), "drawing.png");
  return call(app, "POST /class/{classId}/lesson/{id}/pictures", { params, body }, student);
}

let drawn = 0;

/** Ids of small new pictures, one per color. */
export async function uploadDrawings(
  app: TestApp,
  student: TestPerson,
  params: ExerciseParams,
  count = 1,
): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) {
    drawn += 1;
    const color = `#${drawn.toString(16).padStart(6, "0")}`;
    const answer = await uploadDrawing(app, student, params, await flat(16, 12, color).png().toBuffer());
    if (answer.status !== 200) throw new Error(`not uploaded: ${JSON.stringify(answer.body)}`);
    ids.push(answer.body._id);
  }
  return ids;
}

export const handIn = (
  app: TestApp,
  student: TestPerson,
  params: ExerciseParams,
  pictures: readonly string[],
  note = "",
): Promise<Answer> =>
  call(app, "POST /class/{classId}/lesson/{id}/submission", { params, body: { pictures, note } }, student);

export const readOwn = async (app: TestApp, student: TestPerson, params: ExerciseParams) =>
  (await call(app, "GET /class/{classId}/lesson/{id}/submission", { params }, student)).body;

export const critique = (
  app: TestApp,
  instructor: TestPerson,
  roundId: string,
  body: { text?: string; pins?: readonly object[]; verdict?: string } = {},
): Promise<Answer> =>
  call(
    app,
    "POST /submission-rounds/{id}/critique",
    { params: { id: roundId }, body: { text: "Good line.", pins: [], verdict: "again", ...body } },
    instructor,
  );

/** Rows without files, as if a student with a seat had handed in one picture for a new exercise. */
export async function makeDrawing(
  app: TestApp,
  instructor: TestPerson,
  classId: string,
): Promise<{ submission: string; round: string; picture: string }> {
  const { id: lessonId } = await makeExercise(app, instructor, classId);
  const student = await makePerson(app, "student");
  await takeSeat(app, student, classId);
  const [submission, round, picture] = [newId(), newId(), newId()];
  const now = app.clock.now();
  const { db } = app.context;
  const place = { studentId: student.id, classId, lessonId };
  await db
    .insert(submissions)
    .values({ id: submission, ...place, state: "handed-in", createdAt: now, changedAt: now });
  await db.insert(submissionTurns).values({
    id: round,
    submissionId: submission,
    number: 1,
    note: "",
    handedInAt: now,
    promisedBy: new Date(now.getTime() + 5 * 86_400_000),
  });
  await db.insert(submissionPictures).values({
    id: picture,
    ...place,
    turnId: round,
    state: "stored",
    hash: "",
    width: 320,
    height: 240,
    widths: [320],
    createdAt: now,
    changedAt: now,
  });
  return { submission, round, picture };
}
