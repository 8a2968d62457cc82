import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { submissions } from "../critique/tables.ts";
import { problems } from "./problems.ts";
import { type DrawingPath, readDrawing } from "./queries.ts";
import { nices } from "./tables.ts";

/** Counts once, however often it is called. Throws what `readDrawing` throws, and own-drawing. */
export async function sayNice(
  context: Pick<AppContext, "clock" | "db">,
  person: Person,
  path: DrawingPath,
): Promise<void> {
  const { clock, db } = context;
  const { id, studentId } = await readDrawing(context, person, path);
  if (studentId === person.id) throw new Problem(problems.ownDrawing);
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
    if (!shown || present.length < 2) throw new Problem(problems.noSuchDrawing);
    await tx
      .insert(nices)
      .values({ id: newId(), submissionId: id, personId: person.id, createdAt: clock.now() })
      .onConflictDoNothing();
  });
}

/** One's own, also in a class that one has left. */
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
