import { eq, and, gt, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { day, minute } from "../../../platform/clock.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { users, hasAccount } from "../../../access/tables.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { notify, removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { drawingPaths } from "../critique/policy.ts";
import { submissions } from "../critique/tables.ts";
import { maxFirstDayComments, problems } from "./policy.ts";
import { type DrawingPath, readDrawing } from "./queries.ts";
import { comments, nices } from "./tables.ts";

/** Whoever gets no answer presses again. */
const sameCommentMilliseconds = minute;

/** The same words within a minute are one comment. Throws what `readDrawing` throws, and comments-first-day. */
export async function addComment(
  context: Pick<AppContext, "clock" | "db">,
  author: Person,
  path: DrawingPath,
  text: string,
): Promise<string> {
  const drawing = await readDrawing(context, author, path);
  const createdAt = context.clock.now();
  return context.db.transaction(async (tx) => {
    // The lock serializes the counting of an author's comments.
    const [account] = await tx
      .select({ createdAt: users.createdAt })
      .from(users)
      .where(and(eq(users.id, author.id), hasAccount))
      .for("no key update");
    if (!account) throw new Problem(commonProblems.unauthenticated);
    const since = new Date(createdAt.getTime() - sameCommentMilliseconds);
    const [same] = await tx
      .select({ id: comments.id })
      .from(comments)
      .where(
        and(
          eq(comments.submissionId, drawing.id),
          eq(comments.authorId, author.id),
          eq(comments.text, text),
          gt(comments.createdAt, since),
        ),
      );
    if (same) return same.id;
    const isNew = createdAt.getTime() - account.createdAt.getTime() < day;
    if (isNew && author.role === "student") {
      const written = await tx.$count(comments, eq(comments.authorId, author.id));
      if (written >= maxFirstDayComments) throw new Problem(problems["comments-first-day"]);
    }
    // Deleting the student's account locks the person first, then the drawing.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, drawing.studentId)).for("key share");
    const [shown] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(eq(submissions.id, drawing.id))
      .for("share");
    if (!shown) throw new Problem(problems["drawing-not-found"]);
    const id = newId();
    await tx.insert(comments).values({ id, submissionId: drawing.id, authorId: author.id, text, createdAt });
    // A student who has left the class couldn't open it.
    if (drawing.studentId === author.id || !(await isEnrolled(tx, drawing.studentId, path.classId)))
      return id;
    await notify(tx, context, {
      personId: drawing.studentId,
      kind: "comment-received",
      aboutId: id,
      classId: path.classId,
      actorId: author.id,
      lessonId: drawing.lessonId,
      path: drawingPaths.inGallery(path.classId, drawing.id),
    });
    return id;
  });
}

/** Only the author's own; a report keeps a copy. Throws comment-not-found. */
export async function removeComment({ db }: Pick<AppContext, "db">, author: Person, id: string) {
  await db.transaction(async (tx) => {
    const [comment] = await tx
      .select({ authorId: comments.authorId, studentId: submissions.studentId })
      .from(comments)
      .innerJoin(submissions, eq(submissions.id, comments.submissionId))
      .where(eq(comments.id, id))
      .for("update", { of: comments });
    if (comment?.authorId !== author.id) throw new Problem(problems["comment-not-found"]);
    await tx.delete(comments).where(eq(comments.id, id));
    await removeUnread(tx, comment.studentId, ["comment-received"], eq(notifications.aboutId, id));
  });
}

/** Idempotent. Throws what `readDrawing` throws, and own-drawing. */
export async function sayNice(context: Pick<AppContext, "clock" | "db">, person: Person, path: DrawingPath) {
  const { clock, db } = context;
  const { id, studentId } = await readDrawing(context, person, path);
  if (studentId === person.id) throw new Problem(problems["own-drawing"]);
  await db.transaction(async (tx) => {
    // Deleting either account locks the person first, then the drawing.
    const present = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, [person.id, studentId]), hasAccount))
      .for("key share");
    const [shown] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(eq(submissions.id, id))
      .for("share");
    if (!shown || present.length < 2) throw new Problem(problems["drawing-not-found"]);
    await tx
      .insert(nices)
      .values({ id: newId(), submissionId: id, personId: person.id, createdAt: clock.now() })
      .onConflictDoNothing();
  });
}

/** Only one's own, even in a class that one has left. */
export async function takeNiceBack(
  { db }: Pick<AppContext, "db">,
  person: Person,
  { classId, id }: DrawingPath,
): Promise<number> {
  const inClass = db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.id, id), eq(submissions.classId, classId)));
  const removed = await db
    .delete(nices)
    .where(and(inArray(nices.submissionId, inClass), eq(nices.personId, person.id)))
    .returning({ id: nices.id });
  return removed.length;
}
