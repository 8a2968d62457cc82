import { desc, eq, max, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { lessons, openedLessons } from "../../classroom/lessons/tables.ts";
import { secondsOf } from "../../classroom/progress/policy.ts";
import { listLearned } from "../../classroom/progress/queries.ts";
import { standingOf } from "../../classroom/progress/standing.ts";
import { classes } from "../../school/classes/tables.ts";
import { findEnrollments } from "../../school/enrollments/queries.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { countSelections, listSelections } from "../../school/selections/queries.ts";
import {
  findNewestCritique,
  listPromisedCritiques,
  readSubmissionStates,
} from "../../studio/critique/queries.ts";

type Context = Pick<AppContext, "clock" | "db">;

const maxClasses = 4;
const maxComingUp = 5;
const maxSelected = 3;

export async function readStudentOverview(context: Context, student: Person) {
  const { db } = context;
  const [learning, critique, promised, selected, selectedCount] = await Promise.all([
    readClasses(context, student),
    findNewestCritique(db, student.id),
    listPromisedCritiques(db, student.id, maxComingUp),
    listSelections(db, student, { limit: maxSelected }),
    countSelections(db, student),
  ]);
  const comingUp = [
    ...promised.map((each) => ({ ...each, kind: "critique" as const })),
    ...learning.openings.map((each) => ({ ...each, kind: "section" as const, lessonId: null })),
  ];
  return {
    classes: learning.classes,
    lessons: learning.lessons,
    critique,
    comingUp: comingUp.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, maxComingUp),
    selected: selected.rows.map(({ id, priceCents, ...row }) => ({ ...row, _id: id, price: priceCents })),
    selectedCount,
  };
}

async function readClasses(context: Context, student: Person) {
  const { db, clock } = context;
  const recent = await listRecentClasses(db, student.id);
  const [enrolled, learned] = await Promise.all([
    findEnrollments(db, student, recent),
    listLearned(context, student.id, recent),
  ]);
  const byClass = Map.groupBy(learned, ({ classId }) => classId);
  const rows = recent.flatMap((classId) => {
    const enrollment = enrolled.find((each) => each.classId === classId);
    return enrollment ? [{ ...enrollment, ...standingOf(byClass.get(classId) ?? []) }] : [];
  });
  const isFinished = ({ done, required }: (typeof rows)[number]): boolean =>
    required > 0 && done === required;
  const inOrder = [...rows.filter((row) => !isFinished(row)), ...rows.filter(isFinished)];
  const [current] = inOrder;
  const states = current && (await readSubmissionStates(db, student.id, current.classId));
  const now = clock.now();
  return {
    classes: inOrder,
    lessons: (byClass.get(current?.classId ?? "") ?? [])
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, milliseconds, ...lesson }) => ({
        ...lesson,
        _id: id,
        seconds: secondsOf(milliseconds),
        drawing: states?.get(id) ?? null,
      })),
    openings: inOrder.flatMap(({ classId, className, instructorName }) => {
      const later = (byClass.get(classId) ?? []).filter(({ opens }) => opens !== null && opens > now);
      const sections = new Map(later.map((lesson) => [lesson.sectionId, lesson]));
      return [...sections.values()].map(({ sectionTitle: title, opens }) => ({
        classId,
        className,
        instructorName,
        title,
        at: opens,
      }));
    }),
  };
}

/** By the last lesson that the student opened, or by the purchase. */
async function listRecentClasses(db: Database, studentId: string): Promise<string[]> {
  const opened = db
    .select({ curriculumId: lessons.curriculumId, at: max(openedLessons.lastOpenedAt).as("at") })
    .from(openedLessons)
    .innerJoin(lessons, eq(lessons.id, openedLessons.lessonId))
    .where(eq(openedLessons.studentId, studentId))
    .groupBy(lessons.curriculumId)
    .as("opened");
  const rows = await db
    .select({ classId: enrollments.classId })
    .from(enrollments)
    .innerJoin(classes, eq(classes.id, enrollments.classId))
    .leftJoin(opened, eq(opened.curriculumId, classes.curriculumId))
    .where(eq(enrollments.studentId, studentId))
    .orderBy(desc(sql`greatest(${enrollments.createdAt}, ${opened.at})`), desc(enrollments.id))
    .limit(maxClasses);
  return rows.map(({ classId }) => classId);
}
