import { sql } from "drizzle-orm";
import { boolean, check, index, integer, json, pgSchema, text, timestamp } from "drizzle-orm/pg-core";
import type Stripe from "stripe";
import { faultKinds, faultTargets } from "./fault-kinds.ts";
import { intentStates } from "./intent-state.ts";
import type { Afterwards } from "./test-cards.ts";

/** A schema of its own: to the product this is somebody else's database. */
export const sandboxStripe = pgSchema("sandbox_stripe");

const moment = () => timestamp({ withTimezone: true });
/** The order of creation, which the random ids do not tell. */
const sequence = () => integer().generatedAlwaysAsIdentity();

/** What is kept of a card. The number and the security code never are. */
export interface KeptCard {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** What the bank does after the money was collected, where it is not nothing. */
  readonly afterwards?: Afterwards;
}

/** Payment intents; amounts in the currency's smallest unit. */
export const paymentIntents = sandboxStripe.table(
  "payment_intents",
  {
    id: text().primaryKey(),
    sequence: sequence(),
    clientSecret: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: intentStates }).notNull(),
    captureMethod: text({ enum: ["automatic", "automatic_async", "manual"] }).notNull(),
    amountCapturable: integer().notNull().default(0),
    amountReceived: integer().notNull().default(0),
    amountRefunded: integer().notNull().default(0),
    metadata: json().$type<Record<string, string>>().notNull(),
    description: text(),
    /** Whether it was asked to take cards only; else Stripe chooses, and the sandbox chooses cards. */
    isCardsOnly: boolean().notNull(),
    card: json().$type<KeptCard>(),
    lastPaymentError: json().$type<Stripe.PaymentIntent.LastPaymentError>(),
    chargeId: text(),
    cancellationReason: text(),
    createdAt: moment().notNull(),
    canceledAt: moment(),
    /** When an authorisation lapses that nobody captures. */
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

const refundStatuses = ["pending", "succeeded", "failed", "canceled"] as const;
const disputeStatuses = ["needs_response", "under_review", "won", "lost"] as const;

/** Money given back, at once or after a while; a bank may send it back to us later. */
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
    status: text({ enum: refundStatuses }).notNull().default("succeeded"),
    failureReason: text(),
    /** When the bank decides, and how; empty when it will not say anything more. */
    decidedAt: moment(),
    decidedAs: text({ enum: refundStatuses }),
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

/** A card's holder has their bank ask for the money back. */
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
    status: text({ enum: disputeStatuses }).notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("disputes_by_intent").on(table.intentId),
    check("disputes_amount", sql`${table.amount} > 0`),
  ],
);

/** What happened, with the object as it was then. */
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

/** One post of one event to the webhook, tried until it is taken. */
export const deliveries = sandboxStripe.table(
  "deliveries",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    intentId: text().notNull(),
    /** Of one intent's posts that are due, the lowest goes first. */
    position: integer().notNull(),
    tries: integer().notNull().default(0),
    /** Empty when it will not be tried (again). */
    nextTryAt: moment(),
    deliveredAt: moment(),
    /** What the last try ended with, for the sandbox's own page: "HTTP 500", "no answer". */
    lastResult: text(),
    /** The fault that holds it back. */
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

/** Idempotency keys that have been used, and what was answered then. */
export const idempotencyKeys = sandboxStripe.table(
  "idempotency_keys",
  {
    key: text().primaryKey(),
    endpoint: text().notNull(),
    /** A keyed hash of caller and parameters: among these may be a card's number, which is not kept. */
    fingerprint: text().notNull(),
    /** The request that does the work, or did it. */
    requestId: text().notNull(),
    usedAt: moment().notNull(),
    /** Empty while the work is under way. */
    status: integer(),
    body: json().$type<object>(),
  },
  (table) => [index("idempotency_keys_age").on(table.usedAt)],
);

/** Faults that a test has switched on. */
export const faults = sandboxStripe.table("faults", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  target: text({ enum: faultTargets }).notNull(),
  kind: text({ enum: faultKinds }).notNull(),
  /** How often it will still strike. */
  remaining: integer().notNull(),
  milliseconds: integer().notNull(),
});
