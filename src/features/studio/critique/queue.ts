import { and, count, desc, eq, gt, isNotNull, isNull, sql, asc, inArray, lte, ne } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import { ago, day } from "../../../platform/clock.ts";
import { type Database, firstOrThrow } from "../../../platform/database.ts";
import { byId, type PageQuery, readPage, type SortKey } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { isTeaching, users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { awaitsCritique, listPictures } from "./queries.ts";
import { asPicture } from "./store-drawing.ts";
import { critiques, submissionTurns, submissions } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db">;

/** Earliest promise first, so overdue drawings lead. */
const byPromise: SortKey[] = [
  { column: sql`${submissionTurns.promisedBy}`, direction: "ascending", value: z.iso.datetime() },
  ...byId(submissionTurns.id, "ascending"),
];

/** Who once took the class doesn't critique their own drawings. */
const isOfAnother = ne(submissions.studentId, classes.instructorId);

const waitsFor = (instructor: Person) =>
  and(eq(classes.instructorId, instructor.id), isOfAnother, awaitsCritique);

export async function listWaitingDrawings({ clock, db }: Context, instructor: Person, page: PageQuery) {
  const { rows, ...more } = await readPage(
    selectRounds(db),
    { keys: byPromise, condition: waitsFor(instructor), ...page },
    (row) => [row.promisedBy.toISOString(), row.turnId],
  );
  const pictures = await listPictures(
    db,
    rows.map(({ turnId }) => turnId),
  );
  const now = clock.now();
  return {
    ...more,
    rows: rows.map(({ turnId, ...row }) => {
      const [first, ...others] = pictures.get(turnId) ?? [];
      return {
        ...row,
        isOverdue: row.promisedBy < now,
        pictureCount: first ? 1 + others.length : 0,
        picture: first ? asPicture(first) : null,
      };
    }),
  };
}

const selectRounds = (db: Database) =>
  db
    .select({
      _id: submissions.id,
      turnId: submissionTurns.id,
      number: submissionTurns.number,
      handedIn: submissionTurns.handedInAt,
      promisedBy: submissionTurns.promisedBy,
      studentName: users.name,
      classId: classes.id,
      className: classes.name,
      lessonTitle: sql<string>`coalesce(${lessonVersions.title}, '')`,
    })
    .from(classes)
    .innerJoin(submissions, eq(submissions.classId, classes.id))
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .innerJoin(users, eq(users.id, submissions.studentId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId));

export async function countWaitingDrawings(
  { clock, db }: Context,
  instructor: Person,
): Promise<{ waiting: number; overdue: number }> {
  const [counted] = await db
    .select({
      waiting: count(),
      overdue: sql<number>`count(*) filter (where ${submissionTurns.promisedBy} < ${clock.now().toISOString()}::timestamptz)::int`,
    })
    .from(classes)
    .innerJoin(submissions, eq(submissions.classId, classes.id))
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .where(waitsFor(instructor));
  return counted ?? { waiting: 0, overdue: 0 };
}

const batchSize = 500;

/** Once per drawing, and at most once a day per class. Returns the number of drawings. */
export async function tellOverdue(context: Context): Promise<number> {
  await restartPromises(context.db);
  const late = await findLate(context);
  let told = 0;
  for (let at = 0; at < late.length; at += batchSize)
    told += await tellOf(context, late.slice(at, at + batchSize));
  return told;
}

const isHandedIn = sql`${submissions.state} = 'handed-in'`;

/**
 * The round of each drawing that waits is looked up, also of those without a seat or an instructor. Joined with more tables,
 * PostgreSQL would rather read all rounds ever.
 */
const latestRound = (db: Database) =>
  db
    .select({
      turnId: submissionTurns.id,
      handedInAt: submissionTurns.handedInAt,
      promisedBy: submissionTurns.promisedBy,
      overdueToldAt: submissionTurns.overdueToldAt,
    })
    .from(submissionTurns)
    .where(eq(submissionTurns.submissionId, submissions.id))
    .orderBy(desc(submissionTurns.number))
    .limit(1)
    .as("latest");

async function findLate({ clock, db }: Context): Promise<string[]> {
  const latest = latestRound(db);
  const rows = await db
    .select({ turnId: latest.turnId })
    .from(submissions)
    .crossJoinLateral(latest)
    .where(and(isHandedIn, isNull(latest.overdueToldAt), lte(latest.promisedBy, clock.now())))
    .orderBy(asc(latest.promisedBy));
  return rows.map(({ turnId }) => turnId);
}

/** Who lost the seat and took one again waits from then on. */
async function restartPromises(db: Database): Promise<void> {
  const latest = latestRound(db);
  const isTheirs = and(
    eq(enrollments.studentId, submissions.studentId),
    eq(enrollments.classId, submissions.classId),
  );
  // The limit makes PostgreSQL look it up, too.
  const seat = db
    .select({ takenAt: enrollments.createdAt })
    .from(enrollments)
    .where(isTheirs)
    .limit(1)
    .as("seat");
  const interrupted = await db
    .select({ turnId: latest.turnId })
    .from(submissions)
    .crossJoinLateral(latest)
    .crossJoinLateral(seat)
    .where(and(isHandedIn, isNotNull(submissions.seatEndedAt), gt(seat.takenAt, latest.handedInAt)));
  const { submissionId, handedInAt, promisedBy } = submissionTurns;
  for (let at = 0; at < interrupted.length; at += batchSize)
    await db
      .update(submissionTurns)
      .set({
        handedInAt: sql`${enrollments.createdAt}`,
        promisedBy: sql`${enrollments.createdAt} + (${promisedBy} - ${handedInAt})`,
        overdueToldAt: null,
      })
      .from(submissions)
      .innerJoin(enrollments, isTheirs)
      .where(
        and(
          inArray(
            submissionTurns.id,
            interrupted.slice(at, at + batchSize).map(({ turnId }) => turnId),
          ),
          eq(submissions.id, submissionId),
          gt(enrollments.createdAt, handedInAt),
        ),
      );
}

async function tellOf(context: Context, late: readonly string[]): Promise<number> {
  const now = context.clock.now();
  const dayAgo = ago(context.clock, day).toISOString();
  return context.db.transaction(async (tx) => {
    const wasToldToday = sql`exists (
      select from submission_turns earlier inner join submissions of_class on of_class.id = earlier.submission_id
      where of_class.class_id = ${submissions.classId} and earlier.overdue_told_at > ${dayAgo}::timestamptz
    )`;
    const overdue = await tx
      .select({
        turnId: submissionTurns.id,
        submissionId: submissions.id,
        classId: classes.id,
        instructorId: classes.instructorId,
      })
      .from(submissions)
      .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
      .innerJoin(classes, eq(classes.id, submissions.classId))
      // Without an instructor who teaches nobody is reminded, until they do again, or another takes the class over.
      .innerJoin(users, and(eq(users.id, classes.instructorId), isTeaching))
      .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
      .where(
        and(
          inArray(submissionTurns.id, [...late]),
          awaitsCritique,
          isOfAnother,
          isNull(submissionTurns.overdueToldAt),
          sql`not ${wasToldToday}`,
        ),
      )
      .orderBy(asc(submissionTurns.promisedBy))
      .for("update", { of: submissionTurns, skipLocked: true });
    const byClass = [...Map.groupBy(overdue, ({ classId }) => classId).values()];
    await notify(
      tx,
      context,
      ...byClass.map((rounds) => {
        const { turnId, submissionId, classId, instructorId } = firstOrThrow(rounds);
        const isOne = rounds.length === 1;
        return {
          personId: instructorId,
          kind: "critique-overdue" as const,
          aboutId: turnId,
          classId,
          count: rounds.length,
          path: `/dashboard/instructor/critiques${isOne ? `?drawing=${submissionId}` : ""}`,
        };
      }),
    );
    await tx
      .update(submissionTurns)
      .set({ overdueToldAt: now })
      .where(
        inArray(
          submissionTurns.id,
          overdue.map(({ turnId }) => turnId),
        ),
      );
    return overdue.length;
  });
}
