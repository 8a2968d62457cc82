import { desc, eq, max, sql, type SQL, isNull, ne } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type Database, readRows } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { lessons, openedLessons } from "../../classroom/lessons/tables.ts";
import { secondsOf, standingOf } from "../../classroom/progress/policy.ts";
import { listLearned } from "../../classroom/progress/queries.ts";
import { isPublicClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { findEnrollments } from "../../school/enrollments/queries.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { countSelections, listSelections } from "../../school/selections/selections.ts";
import {
  findNewestCritique,
  listPromisedCritiques,
  readSubmissionStates,
} from "../../studio/critique/queries.ts";
import { countLessons } from "../../classroom/lessons/count-lessons.ts";
import { listClassesOf } from "../../school/classes/queries.ts";
import { countWaitingDrawings, listWaitingDrawings } from "../../studio/critique/queue.ts";
import { isOpenApplication } from "../../school/applications/applications.ts";
import { contactMessages } from "../../school/contact/tables.ts";
import { teachingApplications } from "../../school/users/tables.ts";
import { reports } from "../../studio/moderation/tables.ts";
import { defineFeature } from "../../feature.ts";
import { hasFailedRefund } from "../payments/failed-refunds.ts";
import { sumTeaching } from "../payments/queries.ts";
import { paymentAttempts, refundRequests, unknownPayments } from "../payments/tables.ts";
import { isReadyToSell, type DecisionKind, decisionKinds } from "./policy.ts";
import { overviewContract } from "./contract.ts";

type Context = Pick<AppContext, "clock" | "db">;

const maxEnrolled = 4;
const maxComingUp = 5;
const maxSelected = 3;

async function readStudentOverview(context: Context, student: Person) {
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
    selected: selected.rows.map(({ id, priceCents, ...row }) => ({
      ...row,
      _id: id,
      price: priceCents,
      isOpen: isPublicClass(row),
    })),
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
  const isFinished = ({ done, required }: (typeof rows)[number]) => required > 0 && done === required;
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
    .limit(maxEnrolled);
  return rows.map(({ classId }) => classId);
}

const maxDrawings = 4;
const newest = { limit: 20 };
const maxTaught = 3;

async function readInstructorOverview(context: Pick<AppContext, "clock" | "db">, instructor: Person) {
  const { db } = context;
  const [drawings, counts, taught, written, totals] = await Promise.all([
    listWaitingDrawings(context, instructor, { limit: maxDrawings }),
    countWaitingDrawings(context, instructor),
    listClassesOf(db, instructor, newest),
    countLessons(db, instructor, newest),
    sumTeaching(db, instructor),
  ]);
  const countsOf = new Map(written.rows.map((row) => [row.classId, row]));
  return {
    drawings: [...drawings.rows],
    ...counts,
    classes: taught.rows
      .map(({ id, name, image, picture, status, feedback, description, outcomes }) => {
        const { lessons: all = 0, published = 0, exercises = 0, previews = 0 } = countsOf.get(id) ?? {};
        return {
          _id: id,
          className: name,
          image,
          picture,
          status,
          feedback,
          isDescribed: description !== "" && outcomes.length > 0,
          lessons: all,
          published,
          exercises,
          previews,
        };
      })
      .filter((each) => !isReadyToSell(each))
      .slice(0, maxTaught),
    totals,
  };
}

const all = sql`count(*)`;

const questions: Readonly<Record<DecisionKind, readonly [counted: SQL, since: SQL, rows: SQL]>> = {
  "failed-refunds": [
    all,
    // Failing sets it, but the reconciler moves that of a pending refund.
    sql`case when ${eq(paymentAttempts.state, "refunding")}
      then ${paymentAttempts.createdAt} else ${paymentAttempts.checkAt} end`,
    sql`${paymentAttempts} where ${hasFailedRefund}`,
  ],
  "refund-requests": [
    all,
    sql`${refundRequests.createdAt}`,
    sql`${refundRequests} where ${isNull(refundRequests.decision)}`,
  ],
  // The bank settles a pending refund.
  "unknown-payments": [
    all,
    sql`${unknownPayments.createdAt}`,
    sql`${unknownPayments} where ${ne(unknownPayments.reason, "refund-pending")}`,
  ],
  reports: [
    sql`count(distinct (${reports.kind}, ${reports.subjectId}))`,
    sql`${reports.createdAt}`,
    sql`${reports} where ${isNull(reports.decidedAt)}`,
  ],
  classes: [all, sql`${classes.createdAt}`, sql`${classes} where ${eq(classes.status, "pending")}`],
  applications: [
    all,
    sql`${teachingApplications.createdAt}`,
    sql`${teachingApplications} inner join ${users} on ${eq(users.id, teachingApplications.userId)}
      where ${isOpenApplication}`,
  ],
  messages: [
    all,
    sql`${contactMessages.createdAt}`,
    sql`${contactMessages} where ${isNull(contactMessages.doneAt)}`,
  ],
};

interface Waiting {
  readonly kind: DecisionKind;
  readonly count: number;
  /** Milliseconds; the drivers read timestamps differently. */
  readonly since: number | null;
}

async function readAdminOverview(db: Database) {
  const selects = decisionKinds.map((kind) => {
    const [counted, since, rows] = questions[kind];
    return sql`select ${kind}::text as kind, ${counted}::int as count,
      (extract(epoch from min(${since})) * 1000)::float8 as since from ${rows}`;
  });
  const rows = await readRows<Waiting>(db, sql.join(selects, sql` union all `));
  return decisionKinds.flatMap((kind) => {
    const { count = 0, since = null } = rows.find((row) => row.kind === kind) ?? {};
    return since === null ? [] : [{ kind, count, since: new Date(since) }];
  });
}

export const overviewFeature = defineFeature({
  name: "Overview",
  contract: overviewContract,
  handlers: (context) => ({
    "GET /student/overview/{email}": ({ caller }) => readStudentOverview(context, caller),
    "GET /instructor/overview/{email}": ({ caller }) => readInstructorOverview(context, caller),
    "GET /admin/overview": () => readAdminOverview(context.db),
  }),
});
