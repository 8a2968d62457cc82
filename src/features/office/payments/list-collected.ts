import { type SQL, and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Readable } from "node:stream";
import { byId, countUpTo, mapPage, type PageQuery, readPage } from "../../../platform/keyset.ts";
import type { Database } from "../../../platform/database.ts";
import { isId } from "../../../platform/ids.ts";
import { fuzzyMatch, maxRanked } from "../../../platform/search-words.ts";
import { nameAndEmail, users } from "../../../access/tables.ts";
import { allRows, csvOf, decimal } from "../../../platform/csv.ts";
import { classes } from "../../school/classes/tables.ts";
import { cents } from "../../../platform/money.ts";
import { moneyBackOf } from "./queries.ts";
import { paymentAttempts, payments } from "./tables.ts";

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
        refund && eq(paymentAttempts.state, "refund-failed"),
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
    refundFailure: state === "refund-failed" ? refundFailure : null,
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
