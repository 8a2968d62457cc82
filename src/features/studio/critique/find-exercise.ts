import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { admitToLesson } from "../../classroom/lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../../classroom/lessons/problems.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { keepsProgress } from "../../classroom/progress/policy.ts";
import { defaultDays, problems } from "./policy.ts";
import { classPromises, critiquePromises } from "./tables.ts";

export interface ExercisePath {
  readonly classId: string;
  readonly id: string;
}

/** Without an access check. Throws class-not-found, lesson-not-found. */
export async function findExercise(db: Database, { classId, id }: ExercisePath) {
  const [found] = await db
    .select({
      classId: classes.id,
      className: classes.name,
      instructorId: classes.instructorId,
      instructorName: users.name,
      lessonId: lessons.id,
      kind: lessons.kind,
      title: sql<string>`coalesce(${lessonVersions.title}, ${lessons.draft} ->> 'title', '')`,
      promisedDays: sql<number>`coalesce(${classPromises.days}, ${critiquePromises.days}, ${defaultDays}::int)`,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(lessons, and(eq(lessons.id, id), eq(lessons.curriculumId, classes.curriculumId)))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .leftJoin(classPromises, eq(classPromises.classId, classes.id))
    .leftJoin(critiquePromises, eq(critiquePromises.instructorId, classes.instructorId))
    .where(eq(classes.id, classId));
  if (!found) throw new Problem(classProblems.noSuchClass);
  const { lessonId, kind } = found;
  if (lessonId === null || kind === null) throw new Problem(lessonProblems.noSuchLesson);
  return { ...found, lessonId, kind };
}
export type Exercise = Awaited<ReturnType<typeof findExercise>>;

/** For a student with a seat. Throws what `admitToLesson` throws, lesson-not-an-exercise, drawing-needs-a-seat. */
export async function openExercise(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  path: ExercisePath,
): Promise<Exercise> {
  const { class: found } = await admitToLesson(context, student, path);
  const exercise = await findExercise(context.db, path);
  if (exercise.kind !== "exercise") throw new Problem(problems.notAnExercise);
  if (!keepsProgress(found)) throw new Problem(problems.noSeat);
  return exercise;
}
