import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { type Cents, cents } from "../../../platform/money.ts";
import { users } from "../../../access/tables.ts";
import { allOf, isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import { madeElsewhere } from "./policy.ts";
import type { Standing } from "./refund-standing.ts";
import {
  attemptStates,
  openStates,
  refusals,
  refusedStates,
  unfinishedStates,
  unpaidRefusals,
  unknownReasons,
  unsentStates,
} from "./state.ts";

const refundStatuses = ["pending", "succeeded", "failed"] as const;
const requestDecisions = ["granted", "declined"] as const;
const disputeStatuses = ["open", "won", "lost"] as const;

/** Recorded before the provider is called. The id is the idempotency key. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id: uuid().primaryKey(),
    studentId: refersTo(users.id),
    classId: refersTo(classes.id),
    amountCents: integer().$type<Cents>().notNull(),
    currency: text().notNull(),
    /** Null until the provider's response is stored. */
    intentId: text(),
    state: text({ enum: attemptStates }).notNull().default("recorded"),
    refusal: text({ enum: refusals }),
    /** Incremented with each change of state, to detect a stale intent. */
    revision: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    checkAt: timestamp({ withTimezone: true }).notNull(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("payment_attempts_intent").on(table.intentId),
    uniqueIndex("payment_attempts_one_open")
      .on(table.studentId, table.classId)
      .where(isOneOf(table.state, openStates)),
    index("payment_attempts_by_student").on(table.studentId),
    index("payment_attempts_unfinished").on(table.checkAt).where(isOneOf(table.state, unfinishedStates)),
    index("payment_attempts_failed")
      .on(table.id)
      .where(isOneOf(table.state, ["refund-failed"]))
      .concurrently(),
    index("payment_attempts_abandoned")
      .on(table.id)
      .where(isOneOf(table.state, ["abandoned"])),
    index("payment_attempts_released_unpaid")
      .on(table.id)
      .where(allOf(isOneOf(table.state, ["released"]), isOneOf(table.refusal, unpaidRefusals)))
      .concurrently(),
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

/** One row per intent, with the class as it was at purchase. */
export const payments = pgTable(
  "payments",
  {
    id: uuid().primaryKey(),
    attemptId: refersTo(paymentAttempts.id),
    intentId: text().notNull(),
    studentId: refersTo(users.id),
    classId: refersTo(classes.id),
    /** No foreign key: enrolling deletes the selection, and its payment page then shows this payment. */
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
    capturedAt: timestamp({ withTimezone: true }),
    /** When the capture failed and the seat was returned. */
    voidedAt: timestamp({ withTimezone: true }),
    /** Null in older payments. */
    cardBrand: text(),
    cardLast4: text(),
    /** Null again if the bank returns the refund. */
    refundedAt: timestamp({ withTimezone: true }),
    seatReturnedAt: timestamp({ withTimezone: true }),
    repaidAt: timestamp({ withTimezone: true }),
    refundedCents: integer().$type<Cents>().notNull().default(cents(0)),
    /** A failed refund while money is still owed, else the newest. */
    refundId: text(),
    refundStatus: text({ enum: refundStatuses }),
    refundFailure: text(),
    disputeId: text(),
    disputeStatus: text({ enum: disputeStatuses }),
    disputedCents: integer().$type<Cents>().notNull().default(cents(0)),
    disputeReason: text(),
    /** Null once the review period is over. */
    reviewAt: timestamp({ withTimezone: true }),
    /** Seconds of content in the class when the seat was taken. Null in older payments. */
    weightSeconds: integer(),
    withdrawnAt: timestamp({ withTimezone: true }),
    withdrawalStanding: jsonb().$type<Standing>(),
  },
  (table) => [
    uniqueIndex("payments_attempt").on(table.attemptId),
    uniqueIndex("payments_intent").on(table.intentId),
    index("payments_by_student").on(table.studentId, table.id),
    index("payments_by_instructor_email").on(table.instructorEmail).concurrently(),
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
    index("payments_made_elsewhere")
      .on(table.attemptId)
      .where(isOneOf(table.refundFailure, [madeElsewhere]))
      .concurrently(),
    check("payments_sum", sql`${table.totalCents} = ${table.priceCents} + ${table.taxCents}`),
    check("payments_amounts", sql`${table.priceCents} > 0 and ${table.taxCents} >= 0`),
    check("payments_refunded", sql`${table.refundedAt} is null or ${table.capturedAt} is not null`),
    check(
      "payments_money_back",
      sql`${table.refundedCents} between 0 and ${table.totalCents} and ${table.disputedCents} >= 0`,
    ),
    check("payments_repaid", sql`${table.repaidAt} is null or ${table.seatReturnedAt} is not null`),
    check("payments_dispute", sql`(${table.disputeId} is null) = (${table.disputeStatus} is null)`),
    check("payments_withdrawn", sql`(${table.withdrawnAt} is null) = (${table.withdrawalStanding} is null)`),
    check("payments_one_end", sql`${table.capturedAt} is null or ${table.voidedAt} is null`),
  ],
);

/** Charges at the provider without an attempt, until they are settled or refunded. */
export const unknownPayments = pgTable(
  "unknown_payments",
  {
    intentId: text().primaryKey(),
    amountCents: integer().$type<Cents>().notNull(),
    currency: text().notNull(),
    reason: text({ enum: unknownReasons }).notNull(),
    /** By the provider's clock. */
    createdAt: timestamp({ withTimezone: true }).notNull(),
    checkedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("unknown_payments_newest").on(table.createdAt),
    check("unknown_payments_reason", isOneOf(table.reason, unknownReasons)),
  ],
);

/** A single row. A backup restores its time, so that a restored school searches from there. */
export const paymentSearch = pgTable(
  "payment_search",
  {
    id: integer().primaryKey(),
    /** Earlier intents are known, or are unknown payments. */
    searchedUntil: timestamp({ withTimezone: true }).notNull(),
    /** The lease's end while a process searches. */
    nextAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check("payment_search_one", sql`${table.id} = 1`)],
);

/** Refunds that the policy does not grant, requested by students. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: uuid().primaryKey(),
    paymentId: refersTo(payments.id),
    text: text().notNull(),
    standing: jsonb().$type<Standing>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    decision: text({ enum: requestDecisions }),
    decidedAt: timestamp({ withTimezone: true }),
    /** Null if the student withdrew after all, or the payment provider refunded the money. */
    decidedBy: uuid().references(() => users.id),
    answer: text(),
  },
  (table) => [
    uniqueIndex("refund_requests_payment").on(table.paymentId),
    index("refund_requests_open")
      .on(table.id)
      .where(sql`${table.decision} is null`),
    check("refund_requests_decision", isOneOf(table.decision, requestDecisions)),
    check("refund_requests_decided", sql`(${table.decision} is null) = (${table.decidedAt} is null)`),
    check(
      "refund_requests_answer",
      sql`(${table.answer} is not null) = (${table.decision} is not null and ${table.decision} = 'declined')`,
    ),
  ],
);
