import { and, count, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { listPictures } from "./queries.ts";
import { asPicture } from "./store-drawing.ts";
import { critiques, submissionTurns, submissions } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db">;

/** What was promised first comes first, so that whatever is overdue comes before all else. */
const byPromise: SortKey[] = [
  { column: sql`${submissionTurns.promisedBy}`, direction: "ascending", value: z.iso.datetime() },
  { column: submissionTurns.id, direction: "ascending", value: z.uuid() },
];

const waitsFor = (instructor: Person) =>
  and(eq(classes.instructorId, instructor.id), eq(submissions.state, "handed-in"), isNull(critiques.id));

export async function listWaitingDrawings(
  { clock, db }: Context,
  instructor: Person,
  page: { limit: number; cursor?: string | undefined },
) {
  const found = await selectRounds(db)
    .where(and(waitsFor(instructor), afterCursor(byPromise, page.cursor)))
    .orderBy(...orderOf(byPromise))
    .limit(page.limit + 1);
  const { rows, ...more } = toPage(found, page.limit, (row) => [row.promisedBy.toISOString(), row.turnId]);
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
