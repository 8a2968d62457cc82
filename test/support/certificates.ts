import { eq } from "drizzle-orm";
import { submissions } from "../../src/features/studio/critique/tables.ts";
import { issueCertificates } from "../../src/features/studio/certificates/issue-certificates.ts";
import { certificates } from "../../src/features/studio/certificates/tables.ts";
import { requestFinishCheck } from "../../src/features/classroom/lessons/request-finish-check.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import { makeLesson } from "./lessons.ts";
import { type Answer, type TestPerson, call, makePerson, renewToken } from "./people.ts";
import { makeClass, takeSeat } from "./school.ts";

export interface Learner {
  readonly instructor: TestPerson;
  readonly student: TestPerson;
  readonly classId: string;
}

export async function makeLearner(
  app: TestApp,
  className = "Hair that moves",
  teacher?: TestPerson,
): Promise<Learner> {
  const instructor = teacher ?? (await makePerson(app, "instructor"));
  const classId = await makeClass(app, instructor, { className });
  const student = await makePerson(app, "student");
  await takeSeat(app, student, classId);
  return { instructor, student, classId };
}

export const tick = async (app: TestApp, { student, classId }: Learner, lesson: string): Promise<Answer> =>
  call(
    app,
    "POST /class/{classId}/lesson/{id}/done",
    { params: { classId, id: lesson }, body: { how: "ticked" } },
    await renewToken(app, student),
  );

/** The state after the critique's transaction. */
export async function acceptExercise(
  { context: { clock, db } }: TestApp,
  { student, classId }: Learner,
  lessonId: string,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.insert(submissions).values({
      id: newId(),
      classId,
      lessonId,
      studentId: student.id,
      state: "accepted",
      acceptedAt: now,
      createdAt: now,
      changedAt: now,
    });
    await requestFinishCheck(tx, { studentId: student.id, lessonId }, now);
  });
}

/** A class with one finished lesson; the certificate is signed. */
export async function finishClass(
  app: TestApp,
  className?: string,
  teacher?: TestPerson,
): Promise<Learner & { number: string }> {
  const learner = await makeLearner(app, className, teacher);
  const { lesson } = await makeLesson(app, learner.instructor, learner.classId);
  await tick(app, learner, lesson);
  await issueCertificates(app.context);
  return { ...learner, number: await numberOf(app, learner) };
}

export async function certificateOf({ context: { db } }: TestApp, { student }: Pick<Learner, "student">) {
  const [found] = await db.select().from(certificates).where(eq(certificates.studentId, student.id));
  return found;
}

export async function numberOf(app: TestApp, learner: Pick<Learner, "student">): Promise<string> {
  const found = await certificateOf(app, learner);
  if (!found) throw new Error("there is no certificate");
  return found.number;
}
