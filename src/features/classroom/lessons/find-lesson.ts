import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { problems } from "./problems.ts";
import { lessons } from "./tables.ts";

export type LessonRow = typeof lessons.$inferSelect;

/** Locks the row. Throws lesson-not-found. */
export async function lockLesson(tx: Transaction, curriculumId: string, id: string): Promise<LessonRow> {
  const [lesson] = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.id, id), eq(lessons.curriculumId, curriculumId)))
    .for("update");
  if (!lesson) throw new Problem(problems.noSuchLesson);
  return lesson;
}
