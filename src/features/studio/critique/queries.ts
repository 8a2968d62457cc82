import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { isTeaching, users } from "../../../access/tables.ts";
import { problems as classProblems, isOwnClass, mayEditClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { problems, type SubmissionState, mayHandIn, defaultDays } from "./policy.ts";
import { type DrawingPicture, asPicture, drawingColumns, listWaiting } from "./store-drawing.ts";
import {
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
  classPromises,
  critiquePromises,
} from "./tables.ts";
import type { AppContext } from "../../../context.ts";
import { admitToLesson } from "../../classroom/lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../../classroom/lessons/policy.ts";
import { keepsProgress } from "../../classroom/progress/policy.ts";

export async function listPictures(
  db: Database,
  turnIds: readonly string[],
): Promise<ReadonlyMap<string | null, readonly DrawingPicture[]>> {
  const pictures = await db
    .select({ turnId: submissionPictures.turnId, ...drawingColumns })
    .from(submissionPictures)
    .where(and(inArray(submissionPictures.turnId, [...turnIds]), eq(submissionPictures.state, "stored")))
    .orderBy(asc(submissionPictures.position));
  return Map.groupBy(pictures, ({ turnId }) => turnId);
}

type Critique = typeof critiques.$inferSelect & { readonly instructorName: string };

const withoutHidden = (critique: Critique): Critique =>
  critique.hiddenAt ? { ...critique, text: "", pins: [] } : critique;

async function readRounds(db: Database, submissionId: string) {
  const turns = await db
    .select({
      id: submissionTurns.id,
      number: submissionTurns.number,
      note: submissionTurns.note,
      handedInAt: submissionTurns.handedInAt,
      promisedBy: submissionTurns.promisedBy,
      critique: critiques,
      instructorName: users.name,
    })
    .from(submissionTurns)
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .leftJoin(users, eq(users.id, critiques.instructorId))
    .where(eq(submissionTurns.submissionId, submissionId))
    .orderBy(desc(submissionTurns.number));
  const pictures = await listPictures(
    db,
    turns.map(({ id }) => id),
  );
  return turns.map(({ critique, instructorName, ...turn }) => ({
    ...turn,
    pictures: pictures.get(turn.id) ?? [],
    critique: critique && withoutHidden({ ...critique, instructorName: instructorName ?? "" }),
  }));
}
export type Round = Awaited<ReturnType<typeof readRounds>>[number];

/** The withdrawn round is the one without a critique. */
function splitTakenBack(state: SubmissionState, all: readonly Round[]) {
  const takenBack = state === "withdrawn" ? all.find(({ critique }) => critique === null) : undefined;
  return { rounds: all.filter((round) => round !== takenBack), takenBack };
}

/** Even without a seat. Throws what `findExercise` throws. */
export async function readOwnSubmission(db: Database, student: Person, path: ExercisePath) {
  const [found] = await db
    .select({
      id: submissions.id,
      state: submissions.state,
      sharedAt: submissions.sharedAt,
      publicAt: submissions.publicAt,
      hiddenAt: submissions.hiddenAt,
    })
    .from(submissions)
    .where(
      and(
        eq(submissions.studentId, student.id),
        eq(submissions.classId, path.classId),
        eq(submissions.lessonId, path.id),
      ),
    );
  const exercise = await findExercise(db, path);
  const { rounds, takenBack } = found
    ? splitTakenBack(found.state, await readRounds(db, found.id))
    : { rounds: [], takenBack: undefined };
  const waiting: readonly DrawingPicture[] = await listWaiting(db, student.id, exercise);
  const hasSeat = await isEnrolled(db, student.id, path.classId);
  const isStaff = isOwnClass(student, exercise) || (student.role === "admin" && !hasSeat);
  return {
    id: found?.id ?? null,
    state: found?.state ?? null,
    isShown: found?.sharedAt != null,
    isHidden: found?.hiddenAt != null,
    isPublic: found?.publicAt != null,
    rounds,
    waiting: [...(takenBack?.pictures ?? []), ...waiting],
    note: takenBack?.note ?? "",
    exercise,
    isStaff,
    hasSeat,
    mayHandIn: exercise.kind === "exercise" && hasSeat && !isStaff && mayHandIn(found?.state ?? null),
  };
}

/** Excludes critiques that the school has taken down. */
export async function findNewestCritique(db: Database, studentId: string) {
  const [found] = await db
    .select({
      classId: submissions.classId,
      className: classes.name,
      lessonId: submissions.lessonId,
      lessonTitle: sql<string>`coalesce(${lessonVersions.title}, '')`,
      roundId: submissionTurns.id,
      instructorName: users.name,
      text: critiques.text,
      verdict: critiques.verdict,
      at: critiques.createdAt,
    })
    .from(submissions)
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .innerJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .innerJoin(users, eq(users.id, critiques.instructorId))
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(submissions.studentId, studentId), isNull(critiques.hiddenAt)))
    .orderBy(desc(critiques.createdAt))
    .limit(1);
  if (!found) return null;
  const { roundId, ...critique } = found;
  const picture = (await listPictures(db, [roundId])).get(roundId)?.[0];
  return { ...critique, picture: picture ? asPicture(picture) : null };
}

/** In SQL, for a round. Former students' rounds can wait for nothing: their pictures are removed. */
export const awaitsCritique = and(
  eq(submissions.state, "handed-in"),
  isNull(critiques.id),
  sql`exists (
    select from ${enrollments}
    where ${enrollments.studentId} = ${submissions.studentId} and ${enrollments.classId} = ${submissions.classId}
  )`,
);

/** In the order in which they are promised. */
export const listPromisedCritiques = (db: Database, studentId: string, limit: number) =>
  db
    .select({
      classId: submissions.classId,
      className: classes.name,
      lessonId: submissions.lessonId,
      title: sql<string>`coalesce(${lessonVersions.title}, '')`,
      instructorName: users.name,
      at: submissionTurns.promisedBy,
    })
    .from(submissions)
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(submissions.studentId, studentId), awaitsCritique, isTeaching))
    .orderBy(asc(submissionTurns.promisedBy))
    .limit(limit);

export async function readSubmissionStates(
  db: Database,
  studentId: string,
  classId: string,
): Promise<ReadonlyMap<string, SubmissionState>> {
  const rows = await db
    .select({ lessonId: submissions.lessonId, state: submissions.state })
    .from(submissions)
    .where(and(eq(submissions.studentId, studentId), eq(submissions.classId, classId)));
  return new Map(rows.map(({ lessonId, state }) => [lessonId, state]));
}

/** For the class's teachers. Throws drawing-not-found, not-your-class. */
export async function readSubmission(db: Database, viewer: Person, id: string) {
  const [found] = await db
    .select({
      id: submissions.id,
      state: submissions.state,
      studentName: users.name,
      classId: classes.id,
      className: classes.name,
      instructorId: classes.instructorId,
      lessonId: submissions.lessonId,
      lessonTitle: sql<string>`coalesce(${lessonVersions.title}, '')`,
      exercise: sql<string>`coalesce(${lessonVersions.html}, '')`,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(eq(submissions.id, id));
  if (!found) throw new Problem(problems["drawing-not-found"]);
  if (!mayEditClass(viewer, found)) throw new Problem(classProblems["not-your-class"]);
  const { rounds } = splitTakenBack(found.state, await readRounds(db, id));
  // All rounds were withdrawn.
  if (rounds.length === 0) throw new Problem(problems["drawing-not-found"]);
  return { ...found, rounds };
}

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
      isTaught: isTeaching,
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
  if (!found) throw new Problem(classProblems["class-not-found"]);
  const { lessonId, kind } = found;
  if (lessonId === null || kind === null) throw new Problem(lessonProblems["lesson-not-found"]);
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
  if (exercise.kind !== "exercise") throw new Problem(problems["lesson-not-an-exercise"]);
  if (!keepsProgress(found)) throw new Problem(problems["drawing-needs-a-seat"]);
  return exercise;
}
