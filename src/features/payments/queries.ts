import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import { type Cents, cents } from "../../platform/money.ts";
import type { Person } from "../accounts/queries.ts";
import { classes } from "../classes/tables.ts";
import { payments } from "./tables.ts";

export type PaymentRow = typeof payments.$inferSelect;

/** What was collected and not given back since. */
export const isKept = sql`${payments.capturedAt} is not null and ${payments.refundedAt} is null`;

const newestFirst: SortKey[] = [{ column: payments.id, direction: "descending", value: z.uuid() }];

/** The student's payments, without those that could not be collected. */
export async function listPayments(
  db: Database,
  student: Person,
  { limit, cursor, classId }: { limit: number; cursor?: string | undefined; classId?: string | undefined },
): Promise<Page<PaymentRow>> {
  const rows = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.studentId, student.id),
        isNull(payments.voidedAt),
        classId ? eq(payments.classId, classId) : undefined,
        afterCursor(newestFirst, cursor),
      ),
    )
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]);
}

/**
 * The sum of payments, in cents. A sum of integers is a bigint, which the drivers give as text: as a double it stays
 * exact far beyond what a school earns.
 */
const collected = sql<number>`coalesce(sum(${payments.totalCents}), 0)::float8`;

/** How many payments were collected and kept, and their sum. */
export async function sumPayments(db: Database): Promise<{ totalPayments: number; revenue: Cents }> {
  const [sums] = await db
    .select({
      totalPayments: sql<number>`count(*)::int`,
      revenue: collected,
    })
    .from(payments)
    .where(isKept);
  return { totalPayments: sums?.totalPayments ?? 0, revenue: cents(sums?.revenue ?? 0) };
}

const newestClassFirst: SortKey[] = [{ column: classes.id, direction: "descending", value: z.uuid() }];

/** What each of the instructor's classes has earned, without what was given back, in the order and by the cursors of the list of their classes. */
export async function listEarnings(
  db: Database,
  instructor: Person,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<{ classId: string; earnings: Cents }>> {
  const rows = await db
    .select({ classId: classes.id, earned: collected })
    .from(classes)
    .leftJoin(payments, and(eq(payments.classId, classes.id), isKept))
    .where(and(eq(classes.instructorId, instructor.id), afterCursor(newestClassFirst, cursor)))
    .groupBy(classes.id)
    .orderBy(...orderOf(newestClassFirst))
    .limit(limit + 1);
  return toPage(
    rows.map(({ classId, earned }) => ({ classId, earnings: cents(earned) })),
    limit,
    ({ classId }) => [classId],
  );
}

/** How many classes the instructor has, how many students are enrolled in them, and what was collected and kept for them. */
export async function sumTeaching(
  db: Database,
  instructor: Person,
): Promise<{ classes: number; students: number; earnings: Cents }> {
  const isOwn = eq(classes.instructorId, instructor.id);
  const [taught] = await db
    .select({
      classes: sql<number>`count(*)::int`,
      students: sql<number>`coalesce(sum(${classes.enrolledStudents}), 0)::int`,
    })
    .from(classes)
    .where(isOwn);
  const [paid] = await db
    .select({ earned: collected })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(and(isOwn, isKept));
  return {
    classes: taught?.classes ?? 0,
    students: taught?.students ?? 0,
    earnings: cents(paid?.earned ?? 0),
  };
}
