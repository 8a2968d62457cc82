import { sql } from "drizzle-orm";
import { boolean, check, index, integer, json, pgSchema, text, timestamp } from "drizzle-orm/pg-core";
import type Stripe from "stripe";
import type { FaultKind, FaultTarget } from "./faults.ts";
import { intentStates } from "./intent-state.ts";
import type { Afterwards } from "./test-cards.ts";

/** A separate schema: the product treats the sandbox as an external service. */
export const sandboxStripe = pgSchema("sandbox_stripe");

const moment = () => timestamp({ withTimezone: true });
/** Creation order, because the ids are random. */
const sequence = () => integer().generatedAlwaysAsIdentity();

/** Never the number or the security code. */
export interface KeptCard {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly afterwards?: Afterwards;
}

/** Amounts are in the smallest currency unit. */
export const paymentIntents = sandboxStripe.table(
  "payment_intents",
  {
    id: text().primaryKey(),
    sequence: sequence(),
    clientSecret: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: intentStates }).notNull(),
    captureMethod: text({ enum: ["manual"] }).notNull(),
    amountCapturable: integer().notNull().default(0),
    amountReceived: integer().notNull().default(0),
    amountRefunded: integer().notNull().default(0),
    metadata: json().$type<Record<string, string>>().notNull(),
    description: text(),
    /** False: Stripe picks the payment methods, and the sandbox picks cards. */
    isCardsOnly: boolean().notNull(),
    card: json().$type<KeptCard>(),
    lastPaymentError: json().$type<Stripe.PaymentIntent.LastPaymentError>(),
    chargeId: text(),
    cancellationReason: text(),
    createdAt: moment().notNull(),
    canceledAt: moment(),
    captureBefore: moment(),
  },
  (table) => [
    index("payment_intents_newest").on(table.sequence),
    index("payment_intents_lapsing")
      .on(table.captureBefore)
      .where(sql`${table.status} = 'requires_capture'`),
    check("payment_intents_amounts", sql`${table.amountRefunded} between 0 and ${table.amountReceived}`),
    check(
      "payment_intents_lapse",
      sql`(${table.status} = 'requires_capture') = (${table.captureBefore} is not null)`,
    ),
  ],
);

export const refunds = sandboxStripe.table(
  "refunds",
  {
    id: text().primaryKey(),
    sequence: sequence(),
    intentId: text()
      .notNull()
      .references(() => paymentIntents.id),
    chargeId: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text(),
    metadata: json().$type<Record<string, string>>().notNull(),
    createdAt: moment().notNull(),
    status: text({ enum: ["pending", "succeeded", "failed"] })
      .notNull()
      .default("succeeded"),
    failureReason: text(),
    /** Null when the bank makes no further decision. */
    decidedAt: moment(),
    decidedAs: text({ enum: ["succeeded", "failed"] }),
  },
  (table) => [
    index("refunds_by_intent").on(table.intentId),
    index("refunds_to_decide")
      .on(table.decidedAt)
      .where(sql`${table.decidedAt} is not null`),
    check("refunds_amount", sql`${table.amount} > 0`),
    check("refunds_decision", sql`(${table.decidedAt} is null) = (${table.decidedAs} is null)`),
  ],
);

export const disputes = sandboxStripe.table(
  "disputes",
  {
    id: text().primaryKey(),
    sequence: sequence(),
    intentId: text()
      .notNull()
      .references(() => paymentIntents.id),
    chargeId: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    status: text({ enum: ["needs_response", "won", "lost"] }).notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("disputes_by_intent").on(table.intentId),
    check("disputes_amount", sql`${table.amount} > 0`),
  ],
);

export const events = sandboxStripe.table(
  "events",
  {
    id: text().primaryKey(),
    sequence: sequence(),
    type: text().notNull(),
    intentId: text()
      .notNull()
      .references(() => paymentIntents.id),
    object: json().$type<object>().notNull(),
    requestId: text(),
    idempotencyKey: text(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("events_newest").on(table.sequence),
    index("events_by_intent").on(table.intentId),
    index("events_age").on(table.createdAt),
  ],
);

export const deliveries = sandboxStripe.table(
  "deliveries",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    intentId: text().notNull(),
    /** The lowest due position of an intent goes first. */
    position: integer().notNull(),
    tries: integer().notNull().default(0),
    /** Null when no attempt is left. */
    nextTryAt: moment(),
    deliveredAt: moment(),
    lastResult: text(),
    faultId: integer(),
  },
  (table) => [
    index("deliveries_by_event").on(table.eventId),
    index("deliveries_by_intent").on(table.intentId),
    index("deliveries_due")
      .on(table.nextTryAt)
      .where(sql`${table.nextTryAt} is not null`),
  ],
);

export const idempotencyKeys = sandboxStripe.table(
  "idempotency_keys",
  {
    key: text().primaryKey(),
    endpoint: text().notNull(),
    /** Keyed hash, because the parameters may contain a card number. */
    fingerprint: text().notNull(),
    requestId: text().notNull(),
    usedAt: moment().notNull(),
    /** Null while the call runs. */
    status: integer(),
    body: json().$type<object>(),
  },
  (table) => [index("idempotency_keys_age").on(table.usedAt)],
);

export const faults = sandboxStripe.table("faults", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  target: text().$type<FaultTarget>().notNull(),
  kind: text().$type<FaultKind>().notNull(),
  remaining: integer().notNull(),
  milliseconds: integer().notNull(),
});
