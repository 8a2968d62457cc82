import { type SQL, and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import {
  type Page,
  type PageQuery,
  afterCursor,
  byId,
  countUpTo,
  mapPage,
  orderOf,
  readPage,
  toPage,
} from "../../../platform/keyset.ts";
import { type Cents, cents } from "../../../platform/money.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { hasFailedRefund, isFailedRefund } from "./failed-refunds.ts";
import { type AttemptState, type RefundState, refundStateOf } from "./state.ts";
import { paymentAttempts, payments, unknownPayments } from "./tables.ts";
import type { Readable } from "node:stream";
import { isId } from "../../../platform/ids.ts";
import { fuzzyMatch, maxRanked } from "../../../platform/search-words.ts";
import { nameAndEmail, users } from "../../../access/tables.ts";
import { allRows, csvOf, decimal } from "../../../platform/csv.ts";

type Payment = typeof payments.$inferSelect;

export interface PaymentRow extends MoneyBack {
  readonly payment: Payment;
}

export interface MoneyBack {
  readonly refundedAmount: Cents;
  readonly kept: Cents;
  readonly refundStatus: RefundState;
  readonly dispute: { readonly status: "open" | "won" | "lost"; readonly amount: Cents } | null;
}

export const moneyBackOf = (state: AttemptState, payment: Parameters<typeof keptCents>[0]): MoneyBack => ({
  refundedAmount: payment.refundedCents,
  kept: state === "repaid" ? cents(0) : keptCents(payment),
  refundStatus: refundStateOf(state, payment.refundedCents),
  dispute: payment.disputeStatus && { status: payment.disputeStatus, amount: payment.disputedCents },
});

/** After refunds and lost disputes. */
export const keptCents = ({
  totalCents,
  refundedCents,
  disputeStatus,
  disputedCents,
}: Pick<Payment, "totalCents" | "refundedCents" | "disputeStatus" | "disputedCents">): Cents =>
  cents(Math.max(0, totalCents - refundedCents - (disputeStatus === "lost" ? disputedCents : 0)));

/** What a refund of the rest returns; the total if the provider has returned everything before. */
export const refundableCents = (
  payment: Pick<Payment, "totalCents"> & Parameters<typeof keptCents>[0],
): Cents => keptCents(payment) || payment.totalCents;

/** The same for a sum; nothing is kept of what was paid back another way. */
const netCents = sql`case when ${payments.repaidAt} is not null then 0 else greatest(0, ${payments.totalCents} - ${payments.refundedCents} - case when ${payments.disputeStatus} = 'lost' then ${payments.disputedCents} else 0 end) end`;

export const hasNetRevenue = sql`${payments.capturedAt} is not null and ${netCents} > 0`;

const newestFirst = byId(payments.id, "descending");

interface PaymentsQuery extends PageQuery {
  readonly classId?: string | undefined;
  readonly selectionId?: string | undefined;
}

/** Excludes payments that could not be captured. */
export async function listPayments(
  db: Database,
  student: Person,
  { limit, cursor, classId, selectionId }: PaymentsQuery,
): Promise<Page<PaymentRow>> {
  const page = await readPage(
    db
      .select({ payment: payments, state: paymentAttempts.state })
      .from(payments)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId)),
    {
      keys: newestFirst,
      condition: and(
        eq(payments.studentId, student.id),
        isNull(payments.voidedAt),
        classId ? eq(payments.classId, classId) : undefined,
        selectionId ? eq(payments.selectionId, selectionId) : undefined,
      ),
      limit,
      cursor,
    },
    ({ payment }) => [payment.id],
  );
  return mapPage(page, ({ payment, state }) => ({ payment, ...moneyBackOf(state, payment) }));
}

export const listUnknownPayments = (db: Database) =>
  db
    .select({
      transactionId: unknownPayments.intentId,
      amount: unknownPayments.amountCents,
      currency: unknownPayments.currency,
      date: unknownPayments.createdAt,
      reason: unknownPayments.reason,
    })
    .from(unknownPayments)
    .orderBy(desc(unknownPayments.createdAt))
    .limit(100);

/** Cents. Drivers return a bigint sum as text; a double is exact up to 2^53. */
export const netRevenue = sql<number>`coalesce(sum(${netCents}), 0)::float8`;

export async function sumPayments(db: Database): Promise<{ totalPayments: number; revenue: Cents }> {
  const [sums] = await db
    .select({
      totalPayments: sql<number>`count(*)::int`,
      revenue: netRevenue,
    })
    .from(payments)
    .where(hasNetRevenue);
  return { totalPayments: sums?.totalPayments ?? 0, revenue: cents(sums?.revenue ?? 0) };
}

const newestClassFirst = byId(classes.id, "descending");

/** Net earnings per class; same order and cursors as `listClassesOf`. */
export async function listEarnings(
  db: Database,
  instructor: Person,
  { limit, cursor }: PageQuery,
): Promise<Page<{ classId: string; earnings: Cents }>> {
  const rows = await db
    .select({ classId: classes.id, earned: netRevenue })
    .from(classes)
    .leftJoin(payments, and(eq(payments.classId, classes.id), hasNetRevenue))
    .where(
      and(
        eq(classes.instructorId, instructor.id),
        isNull(classes.archivedAt),
        afterCursor(newestClassFirst, cursor),
      ),
    )
    .groupBy(classes.id)
    .orderBy(...orderOf(newestClassFirst))
    .limit(limit + 1);
  return toPage(
    rows.map(({ classId, earned }) => ({ classId, earnings: cents(earned) })),
    limit,
    ({ classId }) => [classId],
  );
}

export async function sumTeaching(
  db: Database,
  instructor: Person,
): Promise<{ classes: number; students: number; earnings: Cents }> {
  const isOwn = and(eq(classes.instructorId, instructor.id), isNull(classes.archivedAt));
  const [totals] = await db
    .select({
      classes: sql<number>`count(*)::int`,
      students: sql<number>`coalesce(sum(${classes.enrolledStudents}), 0)::int`,
    })
    .from(classes)
    .where(isOwn);
  const [paid] = await db
    .select({ earned: netRevenue })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(and(isOwn, hasNetRevenue));
  return {
    classes: totals?.classes ?? 0,
    students: totals?.students ?? 0,
    earnings: cents(paid?.earned ?? 0),
  };
}

export async function lockAttempt(
  tx: Transaction,
  attemptId: string,
): Promise<typeof paymentAttempts.$inferSelect | undefined> {
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
    .for("update");
  return attempt;
}

const newestPayments = byId(payments.id, "descending");

interface Filters {
  /** Words of the student or the class, or the exact transaction id. */
  readonly q?: string | undefined;
  readonly refund?: "failed" | undefined;
}

export async function listCollectedPayments(db: Database, { limit, cursor, q, refund }: PageQuery & Filters) {
  const page = await readPage(
    db
      .select({
        id: payments.id,
        className: payments.className,
        studentName: users.name,
        studentEmail: users.email,
        price: payments.priceCents,
        tax: payments.taxCents,
        total: payments.totalCents,
        transactionId: payments.intentId,
        date: payments.createdAt,
        refunded: payments.refundedAt,
        repaid: payments.repaidAt,
        state: paymentAttempts.state,
        refundFailure: payments.refundFailure,
        disputeReason: payments.disputeReason,
        seatReturned: payments.seatReturnedAt,
        refundedCents: payments.refundedCents,
        disputeStatus: payments.disputeStatus,
        disputedCents: payments.disputedCents,
      })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.studentId))
      .innerJoin(classes, eq(classes.id, payments.classId))
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId)),
    {
      keys: newestPayments,
      condition: and(
        isNotNull(payments.capturedAt),
        refund && hasFailedRefund,
        q ? await isOfWords(db, q) : undefined,
      ),
      limit,
      cursor,
    },
    (row) => [row.id],
  );
  return mapPage(page, ({ state, refundFailure, disputeReason, seatReturned, ...row }) => ({
    ...row,
    ...moneyBackOf(state, { ...row, totalCents: row.total }),
    isRefunding: state === "refunding",
    refundFailure: isFailedRefund(state, refundFailure) ? refundFailure : null,
    disputeReason,
    hasSeat: seatReturned === null,
  }));
}

/** A few matching people and classes are looked up first; otherwise walks the payments, newest first. */
async function isOfWords(db: Database, words: string): Promise<SQL | undefined> {
  if (isId(words)) return eq(payments.studentId, words);
  const isStudent = fuzzyMatch(nameAndEmail, words);
  const isClass = fuzzyMatch(sql`${classes.searchText}`, words);
  const found =
    (await countUpTo(db, users, isStudent, maxRanked + 1)) +
    (await countUpTo(db, classes, isClass, maxRanked + 1));
  const students = sql`select ${users.id} from ${users} where ${isStudent}`;
  const taken = sql`select ${classes.id} from ${classes} where ${isClass}`;
  return found <= maxRanked
    ? or(
        eq(payments.intentId, words),
        sql`${payments.studentId} = any(array(${students}))`,
        sql`${payments.classId} = any(array(${taken}))`,
      )
    : or(eq(payments.intentId, words), isStudent, isClass);
}

export const exportPayments = (db: Database, filters: Filters): Readable =>
  csvOf(
    [
      "Date (UTC)",
      "Student",
      "Student email",
      "Class",
      "Total (USD)",
      "Transaction ID",
      "Refunded (UTC)",
      "Returned (USD)",
      "Kept (USD)",
    ],
    allRows(
      (page) => listCollectedPayments(db, { ...filters, ...page }),
      (row) => [
        row.date,
        row.studentName,
        row.studentEmail,
        row.className,
        decimal(row.total),
        row.transactionId,
        row.refunded ?? row.repaid ?? (row.isRefunding ? "under way" : null),
        decimal(cents(row.total - row.kept)),
        decimal(row.kept),
      ],
    ),
  );
