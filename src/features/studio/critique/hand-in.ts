import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { day } from "../../../platform/clock.ts";
import { type Transaction, firstOrThrow, readRows } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { notify, removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { noteLearner } from "../../classroom/progress/note-learner.ts";
import { type Exercise, type ExercisePath, findExercise, openExercise } from "./queries.ts";
import { drawingPaths, problems, mayHandIn } from "./policy.ts";
import { removeNoticesAtDesk } from "./remove-drawings.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db">;

interface HandedIn {
  readonly pictures: readonly string[];
  readonly note: string;
}

/**
 * The same pictures again change the note at most, and only before the critique. Throws what `openExercise` throws,
 * drawing-waits, drawing-accepted, drawing-picture-gone.
 */
export async function handIn(
  context: Context,
  student: Person,
  path: ExercisePath,
  { pictures, note }: HandedIn,
): Promise<void> {
  await openExercise(context, student, path);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    // Waits for a hand-over, after which another instructor promises the critique.
    await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, path.classId)).for("key share");
    const exercise = await findExercise(tx, path);
    // Also so that a seat that ends meanwhile marks this drawing, or refuses it.
    const seated = await readRows<unknown>(tx, seatedStudent(student.id, exercise.classId));
    if (seated.length === 0) throw new Problem(problems["drawing-needs-a-seat"]);
    const submission = await lockSubmission(tx, student, exercise, now);
    const latest = await findLatestTurn(tx, submission.id);
    // A submission without a round is new, or its only round was withdrawn.
    const state = latest ? submission.state : null;
    const isTakenBack = state === "withdrawn" && latest?.isCritiqued === false;
    if (latest && !isTakenBack && (await consistsOf(tx, latest.id, pictures))) {
      // The answer was lost, and the note was improved meanwhile.
      if (!latest.isCritiqued)
        await tx.update(submissionTurns).set({ note }).where(eq(submissionTurns.id, latest.id));
      return;
    }
    if (!mayHandIn(state))
      throw new Problem(state === "accepted" ? problems["drawing-accepted"] : problems["drawing-waits"]);
    if (latest && isTakenBack) await removeTurn(tx, latest.id);
    const turn = {
      id: newId(),
      submissionId: submission.id,
      number: (latest?.number ?? 0) + (isTakenBack ? 0 : 1),
      note,
      handedInAt: now,
      promisedBy: new Date(now.getTime() + exercise.promisedDays * day),
    };
    await tx.insert(submissionTurns).values(turn);
    await claimPictures(tx, student, turn.id, exercise, pictures);
    await tx
      .update(submissions)
      .set({ state: "handed-in", changedAt: now })
      .where(eq(submissions.id, submission.id));
    await noteLearner(tx, student.id, now);
    await notify(tx, context, {
      personId: exercise.instructorId,
      kind: "drawing-handed-in",
      aboutId: turn.id,
      classId: exercise.classId,
      actorId: student.id,
      lessonId: exercise.lessonId,
      path: drawingPaths.atDesk(submission.id),
    });
  });
}

async function lockSubmission(tx: Transaction, student: Person, { classId, lessonId }: Exercise, now: Date) {
  const place = { studentId: student.id, classId, lessonId };
  await tx
    .insert(submissions)
    .values({ id: newId(), ...place, state: "handed-in", createdAt: now, changedAt: now })
    .onConflictDoNothing();
  const found = await tx
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.studentId, student.id),
        eq(submissions.classId, classId),
        eq(submissions.lessonId, lessonId),
      ),
    )
    .for("update");
  return firstOrThrow(found);
}

async function findLatestTurn(tx: Transaction, submissionId: string) {
  const [latest] = await tx
    .select({
      id: submissionTurns.id,
      number: submissionTurns.number,
      isCritiqued: isNotNull(critiques.id).mapWith(Boolean),
    })
    .from(submissionTurns)
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .where(eq(submissionTurns.submissionId, submissionId))
    .orderBy(desc(submissionTurns.number))
    .limit(1);
  return latest;
}

async function consistsOf(tx: Transaction, turnId: string, pictures: readonly string[]): Promise<boolean> {
  const inTurn = await tx
    .select({ id: submissionPictures.id })
    .from(submissionPictures)
    .where(eq(submissionPictures.turnId, turnId));
  return inTurn.length === pictures.length && inTurn.every(({ id }) => pictures.includes(id));
}

async function removeTurn(tx: Transaction, turnId: string): Promise<void> {
  await tx.update(submissionPictures).set({ turnId: null }).where(eq(submissionPictures.turnId, turnId));
  await tx.delete(submissionTurns).where(eq(submissionTurns.id, turnId));
}

async function claimPictures(
  tx: Transaction,
  student: Person,
  turnId: string,
  { classId, lessonId }: Exercise,
  pictures: readonly string[],
): Promise<void> {
  const claimed = await tx
    .update(submissionPictures)
    .set({
      turnId,
      position: sql`array_position(${sql.param([...pictures])}::uuid[], ${submissionPictures.id}) - 1`,
    })
    .where(
      and(
        inArray(submissionPictures.id, [...pictures]),
        eq(submissionPictures.studentId, student.id),
        eq(submissionPictures.classId, classId),
        eq(submissionPictures.lessonId, lessonId),
        isNull(submissionPictures.turnId),
        eq(submissionPictures.state, "stored"),
      ),
    )
    .returning({ id: submissionPictures.id });
  if (claimed.length < pictures.length) throw new Problem(problems["drawing-picture-gone"]);
}

/** Also removes it from the gallery, and unread notifications that lead there. Throws nothing-to-take-back. */
export async function takeBack(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  { classId, id }: ExercisePath,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [taken] = await tx
      .update(submissions)
      .set({ state: "withdrawn", sharedAt: null, changedAt: context.clock.now() })
      .where(
        and(
          eq(submissions.studentId, student.id),
          eq(submissions.classId, classId),
          eq(submissions.lessonId, id),
          inArray(submissions.state, ["handed-in", "withdrawn"]),
        ),
      )
      .returning({ id: submissions.id });
    if (!taken) throw new Problem(problems["nothing-to-take-back"]);
    const inGallery = eq(notifications.path, drawingPaths.inGallery(classId, taken.id));
    await removeUnread(tx, student.id, ["comment-received"], inGallery);
    await removeNoticesAtDesk(tx, { id: taken.id, classId });
  });
}
