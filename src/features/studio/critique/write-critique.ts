import { eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { problems as classProblems, isOwnClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { requestFinishCheck } from "../../classroom/lessons/request-finish-check.ts";
import { notify } from "../../school/notifications/notify.ts";
import { completedLessons } from "../../classroom/progress/tables.ts";
import { messages, problems, type SubmissionState, type Verdict } from "./policy.ts";
import { type Pin, critiques, submissionPictures, submissionTurns, submissions } from "./tables.ts";

export interface CritiqueText {
  readonly text: string;
  readonly pins: readonly Pin[];
  readonly verdict: Verdict;
}

/** Idempotent. Throws drawing-not-found, not-your-class, drawing-critiqued, invalid-input (pin on another round). */
export async function writeCritique(
  context: Pick<AppContext, "clock" | "db">,
  instructor: Person,
  turnId: string,
  critique: CritiqueText,
): Promise<SubmissionState> {
  return context.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, turnId);
    if (!isOwnClass(instructor, submission)) throw new Problem(classProblems["not-your-class"]);
    const [before] = await tx.select().from(critiques).where(eq(critiques.turnId, turnId));
    if (before) {
      if (before.instructorId === instructor.id && isSame(before, critique)) return submission.state;
      throw new Problem(problems["drawing-critiqued"]);
    }
    if (submission.state !== "handed-in" || submission.studentId === instructor.id)
      throw new Problem(problems["drawing-not-found"]);
    await refuseStrayPins(tx, turnId, critique.pins);
    const now = context.clock.now();
    const id = newId();
    const { text, pins, verdict } = critique;
    await tx
      .insert(critiques)
      .values({ id, turnId, instructorId: instructor.id, text, pins, verdict, createdAt: now });
    const acceptedAt = verdict === "accepted" ? now : null;
    await tx
      .update(submissions)
      .set({ state: verdict, acceptedAt, changedAt: now })
      .where(eq(submissions.id, submission.id));
    const { studentId, classId, lessonId } = submission;
    if (acceptedAt) {
      const done = { how: "accepted", completedAt: acceptedAt } as const;
      await tx
        .insert(completedLessons)
        .values({ studentId, lessonId, ...done })
        .onConflictDoUpdate({ target: [completedLessons.studentId, completedLessons.lessonId], set: done });
      await requestFinishCheck(tx, { studentId, lessonId }, acceptedAt);
    }
    // A former student couldn't open it.
    if (await isEnrolled(tx, studentId, classId))
      await notify(tx, context, {
        personId: studentId,
        kind: "critique-received",
        aboutId: id,
        classId,
        actorId: instructor.id,
        lessonId,
        isAccepted: verdict === "accepted",
        path: `/dashboard/enrolled-classes/${classId}/lessons/${lessonId}`,
      });
    return verdict;
  });
}

async function lockSubmission(tx: Transaction, turnId: string) {
  const ofTurn = tx
    .select({ id: submissions.studentId })
    .from(submissionTurns)
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .where(eq(submissionTurns.id, turnId));
  // Locks people before their content, in the same order as the deletion of an account.
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, ofTurn)).for("key share");
  const [found] = await tx
    .select({
      id: submissions.id,
      state: submissions.state,
      studentId: submissions.studentId,
      classId: submissions.classId,
      lessonId: submissions.lessonId,
      instructorId: classes.instructorId,
    })
    .from(submissionTurns)
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .where(eq(submissionTurns.id, turnId))
    .for("update", { of: submissions });
  if (!found) throw new Problem(problems["drawing-not-found"]);
  return found;
}

async function refuseStrayPins(tx: Transaction, turnId: string, pins: readonly Pin[]): Promise<void> {
  const inTurn = await tx
    .select({ id: submissionPictures.id })
    .from(submissionPictures)
    .where(eq(submissionPictures.turnId, turnId));
  const known = new Set(inTurn.map(({ id }) => id));
  const stray = pins.findIndex(({ pictureId }) => !known.has(pictureId));
  if (stray >= 0) {
    const field = { field: `pins.${stray}.pictureId`, message: messages.strayPin };
    throw new Problem(commonProblems["invalid-input"], undefined, [field]);
  }
}

const isSame = (a: CritiqueText, b: CritiqueText): boolean =>
  a.text === b.text &&
  a.verdict === b.verdict &&
  a.pins.length === b.pins.length &&
  a.pins.every((pin, index) => {
    const other = b.pins[index];
    return (
      pin.pictureId === other?.pictureId && pin.x === other.x && pin.y === other.y && pin.text === other.text
    );
  });
