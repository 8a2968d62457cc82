import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { admitToLesson } from "../lessons/admit-to-lesson.ts";
import { noteOpened } from "../lessons/note-opened.ts";
import { noteLearner } from "./note-learner.ts";
import { keepsProgress } from "./policy.ts";
import { type LessonProgress, noProgress, readProgress } from "./queries.ts";

/** Records that the student opened the lesson, and returns their position. Throws what `admitToLesson` throws. */
export async function openAsStudent(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  params: { readonly classId: string; readonly id: string },
): Promise<LessonProgress> {
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return noProgress;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    await noteOpened(tx, { studentId: student.id, classId: found.id, lessonId: lesson.id, at: now });
    await noteLearner(tx, student.id, now);
    return readProgress(tx, student.id, lesson);
  });
}
