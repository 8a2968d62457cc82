import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { type Cents, cents } from "../../platform/money.ts";
import { users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { isOneOf } from "../../platform/one-of.ts";
import {
  attemptStates,
  openStates,
  refusals,
  refusedStates,
  unfinishedStates,
  unsentStates,
} from "./state.ts";

const refundStatuses = ["pending", "succeeded", "failed"] as const;
const disputeStatuses = ["open", "won", "lost"] as const;

/** Every attempt to pay, recorded before the provider hears of it. Its id is the idempotency key there. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id: uuid().primaryKey(),
    studentId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    amountCents: integer().$type<Cents>().notNull(),
    currency: text().notNull(),
    /** The provider's payment intent; empty until its answer has been stored. */
    intentId: text(),
    state: text({ enum: attemptStates }).notNull().default("recorded"),
    refusal: text({ enum: refusals }),
    /** Raised by each change of state, so that nobody acts on what the provider said before it. */
    revision: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When the reconciler looks at it next, and how often it has. */
    checkAt: timestamp({ withTimezone: true }).notNull(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("payment_attempts_intent").on(table.intentId),
    uniqueIndex("payment_attempts_one_open")
      .on(table.studentId, table.classId)
      .where(isOneOf(table.state, openStates)),
    index("payment_attempts_unfinished").on(table.checkAt).where(isOneOf(table.state, unfinishedStates)),
    check("payment_attempts_amount", sql`${table.amountCents} > 0`),
    check("payment_attempts_state", isOneOf(table.state, attemptStates)),
    check(
      "payment_attempts_refusal",
      sql`(${table.refusal} is not null) = (${isOneOf(table.state, refusedStates)})`,
    ),
    check(
      "payment_attempts_intent_known",
      sql`${table.intentId} is not null or ${isOneOf(table.state, unsentStates)}`,
    ),
  ],
);

/** What a student paid, with the class as it was then. One row for one intent, whoever reports it and how often. */
export const payments = pgTable(
  "payments",
  {
    id: uuid().primaryKey(),
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    intentId: text().notNull(),
    studentId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    /** The selection that it was paid from, which is gone since: its payment page says so. */
    selectionId: uuid(),
    className: text().notNull(),
    classImage: text().notNull(),
    instructorName: text().notNull(),
    instructorEmail: text().notNull(),
    priceCents: integer().$type<Cents>().notNull(),
    taxCents: integer().$type<Cents>().notNull(),
    totalCents: integer().$type<Cents>().notNull(),
    currency: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When the money was collected. */
    capturedAt: timestamp({ withTimezone: true }),
    /** When it turned out that the money could not be collected; the seat went back then. */
    voidedAt: timestamp({ withTimezone: true }),
    /** The card, for the receipt; empty for payments from before it was kept. */
    cardBrand: text(),
    cardLast4: text(),
    /** When all of it was given back; empty again when the bank sends it back to us. */
    refundedAt: timestamp({ withTimezone: true }),
    /** When the seat went back because of it; that stays so. */
    seatReturnedAt: timestamp({ withTimezone: true }),
    /** When an admin noted that it was paid back other than by the provider. */
    repaidAt: timestamp({ withTimezone: true }),
    /** What the provider has given back by now, in parts or as a whole. */
    refundedCents: integer().$type<Cents>().notNull().default(cents(0)),
    /** The refund that matters most, as the provider has it: one that failed where the money is not back, else the newest. */
    refundId: text(),
    refundStatus: text({ enum: refundStatuses }),
    refundFailure: text(),
    /** The newest dispute: the student's bank asks for the money back. */
    disputeId: text(),
    disputeStatus: text({ enum: disputeStatuses }),
    disputedCents: integer().$type<Cents>().notNull().default(cents(0)),
    disputeReason: text(),
    /** When the provider is asked again what became of the money; empty when it is too long ago. */
    reviewAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("payments_attempt").on(table.attemptId),
    uniqueIndex("payments_intent").on(table.intentId),
    index("payments_by_student").on(table.studentId, table.id),
    index("payments_by_selection")
      .on(table.selectionId)
      .where(sql`${table.selectionId} is not null`),
    index("payments_by_class")
      .on(table.classId)
      .where(sql`${table.capturedAt} is not null`),
    index("payments_collected")
      .on(table.capturedAt)
      .where(sql`${table.capturedAt} is not null`),
    index("payments_to_review")
      .on(table.reviewAt)
      .where(sql`${table.reviewAt} is not null`),
    check("payments_sum", sql`${table.totalCents} = ${table.priceCents} + ${table.taxCents}`),
    check("payments_amounts", sql`${table.priceCents} > 0 and ${table.taxCents} >= 0`),
    check("payments_refunded", sql`${table.refundedAt} is null or ${table.capturedAt} is not null`),
    check(
      "payments_money_back",
      sql`${table.refundedCents} between 0 and ${table.totalCents} and ${table.disputedCents} >= 0`,
    ),
    check("payments_repaid", sql`${table.repaidAt} is null or ${table.seatReturnedAt} is not null`),
    check("payments_dispute", sql`(${table.disputeId} is null) = (${table.disputeStatus} is null)`),
    check("payments_one_end", sql`${table.capturedAt} is null or ${table.voidedAt} is null`),
  ],
);
