import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import { type Cents, cents } from "../../platform/money.ts";
import type { Person } from "../accounts/queries.ts";
import { payments } from "./tables.ts";

export type PaymentRow = typeof payments.$inferSelect;

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

/** How many payments were collected, and their sum. */
export async function sumPayments(db: Database): Promise<{ totalPayments: number; revenue: Cents }> {
  const [sums] = await db
    .select({
      totalPayments: sql<number>`count(*)::int`,
      // A sum of integers is a bigint, which the drivers give as text: in dollars it outgrows no double for long.
      revenue: sql<number>`coalesce(sum(${payments.totalCents}), 0)::float8`,
    })
    .from(payments)
    .where(isNotNull(payments.capturedAt));
  return { totalPayments: sums?.totalPayments ?? 0, revenue: cents(sums?.revenue ?? 0) };
}
