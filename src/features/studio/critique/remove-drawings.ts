import { type SQL, and, asc, eq, exists, inArray, isNull, lte, ne, not, or, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type Clock, ago } from "../../../platform/clock.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { type Transaction, firstOrThrow } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { leaseSeconds } from "../../school/pictures/policy.ts";
import { drawingPaths, keptSeconds, waitingSeconds } from "./policy.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "log" | "storage">;

const batchSize = 100;

/**
 * Critiques stay, and the notes of critiqued rounds. Returns the number of removed pictures.
 * @param isKept a condition on pictures whose files stay for now
 */
export async function collectDrawings(context: Context, isKept: SQL): Promise<number> {
  const { clock, db } = context;
  const ended = await noteEndedSeats(context);
  await withdrawFormer(context, ended);
  await forgetTakenBack(context);
  const { id, turnId, state, createdAt, changedAt } = submissionPictures;
  const turnsOfFormerStudents = db
    .select({ id: submissionTurns.id })
    .from(submissions)
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .where(and(inArray(submissions.id, ended), isMonthOver(clock), not(hasSeat)));
  // A question for each, so that each is answered by its index.
  const cases = [
    and(eq(state, "stored"), isNull(turnId), lte(createdAt, ago(clock, waitingSeconds * 1000))),
    and(eq(state, "stored"), inArray(turnId, turnsOfFormerStudents)),
    and(ne(state, "stored"), lte(changedAt, ago(clock, leaseSeconds * 1000)), not(isKept)),
  ];
  let removed = 0;
  for (const due of cases) {
    const found = await db.select({ id }).from(submissionPictures).where(due).limit(batchSize);
    for (const drawing of found) {
      if (!(await markDeleting(context, and(eq(id, drawing.id), due)))) continue;
      if (await isPictureKept(context, drawing.id, isKept)) continue;
      if (!(await removeMarked(context, drawing.id))) return removed;
      removed += 1;
    }
  }
  return removed;
}

/** Runs after the account's deletion, which marked them. */
export async function removeErasedDrawings(context: Context, studentId: string): Promise<void> {
  const { id, state, studentId: owner } = submissionPictures;
  const marked = await context.db
    .select({ id })
    .from(submissionPictures)
    .where(and(eq(owner, studentId), eq(state, "deleting")));
  for (const drawing of marked) if (!(await removeMarked(context, drawing.id))) return;
}

/** Only pictures not handed in, or withdrawn. Returns whether there was one; `collectDrawings` removes what is kept. */
export async function deleteWaitingDrawing(
  context: Context,
  student: Person,
  id: string,
  isKept: SQL,
): Promise<boolean> {
  const isTakenBack = context.db
    .select({ id: submissionTurns.id })
    .from(submissionTurns)
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .where(
      and(
        eq(submissionTurns.id, submissionPictures.turnId),
        eq(submissions.state, "withdrawn"),
        isNull(critiques.id),
      ),
    );
  const isTheirs = and(
    eq(submissionPictures.id, id),
    eq(submissionPictures.studentId, student.id),
    or(isNull(submissionPictures.turnId), exists(isTakenBack)),
    eq(submissionPictures.state, "stored"),
  );
  if (!(await markDeleting(context, isTheirs))) return false;
  if (!(await isPictureKept(context, id, isKept))) await removeMarked(context, id);
  return true;
}

export async function discardDrawing(context: Context, id: string): Promise<void> {
  const isUnfinished = and(eq(submissionPictures.id, id), eq(submissionPictures.state, "processing"));
  if (await markDeleting(context, isUnfinished)) await removeMarked(context, id);
}

const hasSeat = sql`exists (
  select from ${enrollments}
  where ${enrollments.studentId} = ${submissions.studentId} and ${enrollments.classId} = ${submissions.classId}
)`;

const isMonthOver = (clock: Clock) =>
  and(isNull(submissions.sharedAt), lte(submissions.seatEndedAt, ago(clock, keptSeconds * 1000)));

/** A trigger marks them, however a seat ended; one that ends again restarts the month. Returns where it is over. */
async function noteEndedSeats({ clock, db }: Pick<Context, "clock" | "db">): Promise<string[]> {
  await db
    .update(submissions)
    .set({ seatEndedAt: clock.now() })
    .where(and(isNull(submissions.sharedAt), sql`${submissions.seatEndedAt} = 'infinity'`));
  const over = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(isMonthOver(clock))
    .orderBy(asc(submissions.seatEndedAt))
    .limit(batchSize);
  const ids = over.map(({ id }) => id);
  const stored = db
    .select({ id: submissionPictures.id })
    .from(submissionTurns)
    .innerJoin(submissionPictures, eq(submissionPictures.turnId, submissionTurns.id))
    .where(and(eq(submissionTurns.submissionId, submissions.id), eq(submissionPictures.state, "stored")));
  await db
    .update(submissions)
    .set({ seatEndedAt: null })
    .where(and(inArray(submissions.id, ids), isMonthOver(clock), or(hasSeat, not(exists(stored)))));
  return ids;
}

/** Without its pictures a round can only be handed in again, after another purchase. */
async function withdrawFormer({ clock, db }: Pick<Context, "clock" | "db">, ids: readonly string[]) {
  const isHandedIn = sql`${submissions.state} = 'handed-in'`;
  await db.transaction(async (tx) => {
    const withdrawn = await tx
      .update(submissions)
      .set({ state: "withdrawn", changedAt: clock.now() })
      .where(and(inArray(submissions.id, [...ids]), isHandedIn, isMonthOver(clock), not(hasSeat)))
      .returning({ id: submissions.id, classId: submissions.classId });
    for (const each of withdrawn) await removeNoticesAtDesk(tx, each);
  });
}

/** Of a drawing that waits no longer. */
export async function removeNoticesAtDesk(
  tx: Transaction,
  { id, classId }: { readonly id: string; readonly classId: string },
): Promise<void> {
  const found = await tx
    .select({ instructorId: classes.instructorId })
    .from(classes)
    .where(eq(classes.id, classId));
  const { instructorId } = firstOrThrow(found);
  const leadsThere = eq(notifications.path, drawingPaths.atDesk(id));
  await removeUnread(tx, instructorId, ["drawing-handed-in", "critique-overdue"], leadsThere);
}

/** Their pictures then count as never handed in. */
async function forgetTakenBack(context: Pick<Context, "clock" | "db">): Promise<void> {
  await context.db.transaction(async (tx) => {
    const isCritiqued = tx
      .select({ id: critiques.id })
      .from(critiques)
      .where(eq(critiques.turnId, submissionTurns.id));
    const found = await tx
      .select({ turnId: submissionTurns.id })
      .from(submissions)
      .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
      .where(
        and(
          eq(submissions.state, "withdrawn"),
          lte(submissions.changedAt, ago(context.clock, keptSeconds * 1000)),
          sql`not ${exists(isCritiqued)}`,
        ),
      )
      .limit(batchSize)
      .for("update", { skipLocked: true });
    const turnIds = found.map(({ turnId }) => turnId);
    await tx
      .update(submissionPictures)
      .set({ turnId: null })
      .where(inArray(submissionPictures.turnId, turnIds));
    await tx.delete(submissionTurns).where(inArray(submissionTurns.id, turnIds));
  });
}

const isPictureKept = async ({ db }: Pick<Context, "db">, id: string, isKept: SQL): Promise<boolean> =>
  (await db.$count(submissionPictures, and(eq(submissionPictures.id, id), isKept))) > 0;

/** Handing in updates the same row; the row lock orders the two. */
async function markDeleting({ clock, db }: Pick<Context, "clock" | "db">, condition: SQL | undefined) {
  const candidates = db
    .select({ id: submissionPictures.id })
    .from(submissionPictures)
    .where(condition)
    .for("update", { skipLocked: true });
  const marked = await db
    .update(submissionPictures)
    .set({ state: "deleting", changedAt: clock.now() })
    .where(inArray(submissionPictures.id, candidates))
    .returning({ id: submissionPictures.id });
  return marked.length > 0;
}

/** Deletes files before the row: after a crash the row still leads to the files. */
async function removeMarked({ db, log, storage }: Context, id: string): Promise<boolean> {
  try {
    await storage.removeFolder(`submissions/${id}`);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ err: error, drawing: id }, "could not remove a drawing yet");
    return false;
  }
  await db
    .delete(submissionPictures)
    .where(and(eq(submissionPictures.id, id), eq(submissionPictures.state, "deleting")));
  return true;
}
