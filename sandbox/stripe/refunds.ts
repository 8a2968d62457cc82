import { desc, eq, lte, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../src/platform/database.ts";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { isDisputed } from "./disputes.ts";
import { recordEvent } from "./events.ts";
import { changeIntent, lockById } from "./intents.ts";
import { asCharge, asList, asRefund, type IntentRow, type RefundRow } from "./objects.ts";
import {
  readChoice,
  readInteger,
  readLimit,
  readMetadata,
  readNeededText,
  refuseUnknown,
} from "./parameters.ts";
import { noSuch, refused, wrongParameter } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import { paymentIntents, refunds } from "./tables.ts";

export async function createRefund(call: Call): Promise<Answer> {
  const { tx, params, now } = call;
  refuseUnknown(params, ["payment_intent", "amount", "reason", "metadata"]);
  const wanted = readInteger(params, "amount");
  if (wanted !== undefined && wanted < 1) {
    throw wrongParameter("amount", "parameter_invalid_integer", "Invalid positive integer");
  }
  const metadata = readMetadata(params);
  const reason = readChoice(params, "reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null;
  const intent = await lockCollected(call);
  const left = intent.amountReceived - intent.amountRefunded;
  const chargeId = intent.chargeId ?? "";
  if (call.fault === "decline-refund") {
    throw refused(
      "balance_insufficient",
      "Insufficient funds in your account to refund this payment (a fault).",
    );
  }
  if (await isDisputed(tx, intent.id)) {
    throw refused("charge_disputed", `Charge ${chargeId} has been charged back; cannot issue a refund.`);
  }
  if (left === 0) throw refused("charge_already_refunded", `Charge ${chargeId} has already been refunded.`);
  const amount = wanted ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw refused(undefined, message, { param: "amount" });
  }
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newStripeId("re"),
      intentId: intent.id,
      chargeId,
      amount,
      currency: intent.currency,
      reason,
      metadata,
      createdAt: now,
      ...fate(call, intent),
    })
    .returning();
  if (!refund) throw new Error("the refund was not stored");
  const changed = await changeIntent(call, intent.id, { amountRefunded: intent.amountRefunded + amount });
  await recordEvent(call, "refund.created", intent.id, asRefund(refund));
  await recordEvent(call, "charge.refunded", intent.id, asCharge(changed, false));
  return done(asRefund(refund));
}

const minute = 60_000;

function fate({ now, fault }: Call, { card }: IntentRow): Partial<RefundRow> {
  const soon = new Date(now.getTime() + minute);
  if (fault === "pending-refund") return { status: "pending" };
  switch (card?.afterwards) {
    case "refund-pending":
      return { status: "pending", decidedAt: soon, decidedAs: "succeeded" };
    case "refund-fails-later":
      return { decidedAt: soon, decidedAs: "failed" };
    default:
      return {};
  }
}

/** Settles a refund, or fails one that had succeeded. A failed refund returns the money to the charge. */
export async function decideRefund(cause: Cause, id: string, status: "succeeded" | "failed"): Promise<void> {
  const { tx } = cause;
  const [before] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  if (!before) throw noSuch("refund", id, "id");
  if (before.status === "failed") return;
  const [refund] = await tx
    .update(refunds)
    .set({
      status,
      failureReason: status === "failed" ? "expired_or_canceled_card" : null,
      decidedAt: null,
      decidedAs: null,
    })
    .where(eq(refunds.id, id))
    .returning();
  if (!refund) throw new Error(`refund ${id} is gone`);
  if (status === "failed") {
    await tx
      .update(paymentIntents)
      .set({ amountRefunded: sql`${paymentIntents.amountRefunded} - ${refund.amount}` })
      .where(eq(paymentIntents.id, refund.intentId));
  }
  await recordEvent(cause, "refund.updated", refund.intentId, asRefund(refund));
  await recordEvent(cause, "charge.refund.updated", refund.intentId, asRefund(refund));
  if (status === "failed") await recordEvent(cause, "refund.failed", refund.intentId, asRefund(refund));
}

export async function decideDueRefunds(db: Database, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(refunds)
      .where(lte(refunds.decidedAt, now))
      .orderBy(refunds.id)
      .limit(100)
      .for("update");
    const cause = { tx, now, requestId: null, idempotencyKey: null };
    for (const { id, decidedAs } of due) {
      // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
      if (decidedAs) await decideRefund(cause, id, decidedAs);
    }
    return due.length;
  });
}

/** Throws when the intent has collected nothing. */
async function lockCollected(call: Call): Promise<IntentRow> {
  const intent = await lockById(call, readNeededText(call.params, "payment_intent"), "payment_intent");
  if (intent.status === "succeeded") return intent;
  throw refused(undefined, `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

export async function listRefunds({ tx, params }: Call): Promise<Answer> {
  refuseUnknown(params, ["payment_intent", "limit"]);
  return done(await refundsOf(tx, readNeededText(params, "payment_intent"), readLimit(params)));
}

/** Newest first. */
export async function refundsOf(tx: Transaction, intentId: string, limit: number) {
  const rows = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.intentId, intentId))
    .orderBy(desc(refunds.sequence))
    .limit(limit + 1);
  return asList("/v1/refunds", rows.map(asRefund), limit);
}
