import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { submissions } from "../critique/tables.ts";
import { admitToGallery } from "./admit-to-gallery.ts";
import { problems } from "./problems.ts";
import type { DrawingPath } from "./queries.ts";

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
export async function stopShowing(
  { db }: Pick<AppContext, "db">,
  student: Person,
  path: DrawingPath,
): Promise<void> {
  const stopped = await db
    .update(submissions)
    .set({ sharedAt: null })
    .where(isOwn(student, path))
    .returning({ id: submissions.id });
  if (stopped.length === 0) throw new Problem(problems.noSuchDrawing);
}

const isOwn = (student: Person, { classId, id }: DrawingPath) =>
  and(eq(submissions.id, id), eq(submissions.classId, classId), eq(submissions.studentId, student.id));
