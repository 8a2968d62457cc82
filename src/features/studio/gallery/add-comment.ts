import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { submissions } from "../critique/tables.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { notify } from "../../school/notifications/notify.ts";
import { maxFirstDayComments } from "./policy.ts";
import { problems } from "./problems.ts";
import { type DrawingPath, readDrawing } from "./queries.ts";
import { comments } from "./tables.ts";

const dayMilliseconds = 24 * 3_600_000;

/** Throws what `readDrawing` throws, and comments-first-day. */
export async function addComment(
  context: Pick<AppContext, "clock" | "db">,
  author: Person,
  path: DrawingPath,
  text: string,
): Promise<string> {
  const drawing = await readDrawing(context, author, path);
  const createdAt = context.clock.now();
  const id = newId();
  await context.db.transaction(async (tx) => {
    // The lock serializes the counting of an author's comments.
    const [account] = await tx
      .select({ createdAt: users.createdAt })
      .from(users)
      .where(eq(users.id, author.id))
      .for("no key update");
    const isNew = account && createdAt.getTime() - account.createdAt.getTime() < dayMilliseconds;
    if (isNew && author.role === "student") {
      const written = await tx.$count(comments, eq(comments.authorId, author.id));
      if (written >= maxFirstDayComments) throw new Problem(problems.firstDay);
    }
    // Deleting the student's account locks the person first, then the drawing.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, drawing.studentId)).for("key share");
    const [shown] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(eq(submissions.id, drawing.id))
      .for("share");
    if (!shown) throw new Problem(problems.noSuchDrawing);
    await tx.insert(comments).values({ id, submissionId: drawing.id, authorId: author.id, text, createdAt });
    // A student who has left the class couldn't open it.
    if (drawing.studentId === author.id || !(await isEnrolled(tx, drawing.studentId, path.classId))) return;
    await notify(tx, context, {
      personId: drawing.studentId,
      kind: "comment-received",
      aboutId: id,
      classId: path.classId,
      actorId: author.id,
      lessonId: drawing.lessonId,
      path: `/dashboard/gallery/${path.classId}/drawings/${drawing.id}`,
    });
  });
  return id;
}

/** Only the author's own; a report keeps a copy. Throws comment-not-found. */
export async function removeComment(
  { db }: Pick<AppContext, "db">,
  author: Person,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for("update");
    if (comment?.authorId !== author.id) throw new Problem(problems.noSuchComment);
    await tx.delete(comments).where(eq(comments.id, id));
  });
}
