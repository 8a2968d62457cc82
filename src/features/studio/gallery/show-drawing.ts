import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { isAdult } from "../../school/guardians/consent.ts";
import { mayBePublic } from "../critique/policy.ts";
import { submissionTurns, submissions } from "../critique/tables.ts";
import { admitToGallery } from "./admit-to-gallery.ts";
import { problems } from "./problems.ts";
import type { DrawingPath } from "./queries.ts";

type Context = Pick<AppContext, "db" | "invalidation">;

/** Shows a student's own drawing to the class, later turns included. Throws what `admitToGallery` throws, nothing-to-show, drawing-hidden. */
export async function showDrawing(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  path: DrawingPath,
): Promise<void> {
  await admitToGallery(context, student, path.classId);
  await context.db.transaction(async (tx) => {
    const [submission] = await tx.select().from(submissions).where(isOwn(student, path)).for("update");
    if (!submission) throw new Problem(problems.noSuchDrawing);
    if (submission.state === "withdrawn") throw new Problem(problems.nothingToShow);
    if (submission.hiddenAt) throw new Problem(problems.hidden);
    if (submission.sharedAt) return;
    await tx
      .update(submissions)
      .set({ sharedAt: context.clock.now() })
      .where(eq(submissions.id, submission.id));
  });
}

/** Works at once, and without a seat, consent or an approved class too. Throws drawing-not-found. */
export const stopShowing = (context: Context, student: Person, path: DrawingPath): Promise<void> =>
  change(context, student, path, { sharedAt: null, publicAt: null });

/**
 * Shows the first round, with the notes on it, and the accepted one to everyone. Throws what `admitToGallery` throws,
 * drawing-not-found, drawing-not-for-public.
 */
export async function publishDrawing(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  student: Person,
  path: DrawingPath,
): Promise<void> {
  const { clock, db, invalidation } = context;
  await admitToGallery(context, student, path.classId);
  await db.transaction(async (tx) => {
    const [submission] = await tx.select().from(submissions).where(isOwn(student, path)).for("update");
    if (!submission) throw new Problem(problems.noSuchDrawing);
    const facts = {
      isAccepted: submission.state === "accepted",
      isShown: submission.sharedAt !== null,
      isHidden: submission.hiddenAt !== null,
      rounds: await tx.$count(submissionTurns, eq(submissionTurns.submissionId, submission.id)),
    };
    if (!mayBePublic(facts) || !(await isAdult(tx, context, student.id)))
      throw new Problem(problems.notPublic);
    await tx
      .update(submissions)
      .set({ publicAt: submission.publicAt ?? clock.now() })
      .where(eq(submissions.id, submission.id));
    await invalidation.invalidate(tx, classTag(path.classId));
  });
}

/** As `stopShowing`, but the class goes on seeing it. Throws drawing-not-found. */
export const unpublishDrawing = (context: Context, student: Person, path: DrawingPath): Promise<void> =>
  change(context, student, path, { publicAt: null });

async function change(
  { db, invalidation }: Context,
  student: Person,
  path: DrawingPath,
  values: { readonly sharedAt?: null; readonly publicAt: null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(submissions)
      .set(values)
      .where(isOwn(student, path))
      .returning({ id: submissions.id });
    if (changed.length === 0) throw new Problem(problems.noSuchDrawing);
    await invalidation.invalidate(tx, classTag(path.classId));
  });
}

const isOwn = (student: Person, { classId, id }: DrawingPath) =>
  and(eq(submissions.id, id), eq(submissions.classId, classId), eq(submissions.studentId, student.id));
