import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Cents } from "../../platform/money.ts";
import { users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { attemptStates, refusals } from "./state.ts";

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
      .where(sql`${table.state} in ('recorded', 'open')`),
    index("payment_attempts_unfinished")
      .on(table.checkAt)
      .where(sql`${table.state} in ('recorded', 'open', 'seated', 'refunding', 'refused')`),
    check("payment_attempts_amount", sql`${table.amountCents} > 0`),
    check(
      "payment_attempts_state",
      sql`${table.state} in ('recorded', 'open', 'seated', 'paid', 'refunding', 'refunded', 'reversed', 'refused', 'released', 'abandoned')`,
    ),
    check(
      "payment_attempts_refusal",
      sql`(${table.refusal} is not null) = (${table.state} in ('refused', 'released'))`,
    ),
    check(
      "payment_attempts_intent_known",
      sql`${table.intentId} is not null or ${table.state} in ('recorded', 'refused', 'released', 'abandoned')`,
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
    /** When all of it was given back; the seat went back then. */
    refundedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("payments_attempt").on(table.attemptId),
    uniqueIndex("payments_intent").on(table.intentId),
    index("payments_by_student").on(table.studentId, table.id),
    index("payments_by_class")
      .on(table.classId)
      .where(sql`${table.capturedAt} is not null`),
    index("payments_collected")
      .on(table.capturedAt)
      .where(sql`${table.capturedAt} is not null`),
    check("payments_sum", sql`${table.totalCents} = ${table.priceCents} + ${table.taxCents}`),
    check("payments_amounts", sql`${table.priceCents} > 0 and ${table.taxCents} >= 0`),
    check("payments_refunded", sql`${table.refundedAt} is null or ${table.capturedAt} is not null`),
    check("payments_one_end", sql`${table.capturedAt} is null or ${table.voidedAt} is null`),
  ],
);
