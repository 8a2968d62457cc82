import { and, desc, eq, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { isDisputed } from "./disputes.ts";
import { recordEvent } from "./events.ts";
import { changeIntent } from "./intents.ts";
import { asCharge, asList, asRefund, type IntentRow, type RefundRow } from "./objects.ts";
import { readChoice, readInteger, readLimit, readMetadata, readText, refuseUnknown } from "./parameters.ts";
import { noSuch, refused, wrongParameter } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import { paymentIntents, refunds } from "./tables.ts";

export async function createRefund(call: Call): Promise<Answer> {
  const { tx, params, now } = call;
  refuseUnknown(params, ["payment_intent", "charge", "amount", "reason", "metadata"]);
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
export async function decideRefund(
  cause: Cause,
  id: string,
  status: "succeeded" | "failed" | "canceled",
): Promise<RefundRow | undefined> {
  const { tx } = cause;
  const [before] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  if (!before || before.status === "failed" || before.status === "canceled") return before;
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
  if (status !== "succeeded") {
    await tx
      .update(paymentIntents)
      .set({ amountRefunded: sql`${paymentIntents.amountRefunded} - ${refund.amount}` })
      .where(eq(paymentIntents.id, refund.intentId));
  }
  await recordEvent(cause, "refund.updated", refund.intentId, asRefund(refund));
  await recordEvent(cause, "charge.refund.updated", refund.intentId, asRefund(refund));
  if (status === "failed") await recordEvent(cause, "refund.failed", refund.intentId, asRefund(refund));
  return refund;
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
      if (decidedAs && decidedAs !== "pending") await decideRefund(cause, id, decidedAs);
    }
    return due.length;
  });
}

/** Finds the intent by its id or its charge. Throws when it has collected nothing. */
async function lockCollected({ tx, params }: Call): Promise<IntentRow> {
  const intentId = readText(params, "payment_intent");
  const chargeId = readText(params, "charge");
  if (intentId === undefined && chargeId === undefined) {
    const message =
      "One of the following params should be provided for this request: payment_intent or charge.";
    throw wrongParameter("payment_intent", "parameter_missing", message);
  }
  const named =
    intentId === undefined ? eq(paymentIntents.chargeId, chargeId ?? "") : eq(paymentIntents.id, intentId);
  const [intent] = await tx.select().from(paymentIntents).where(named).for("update");
  if (!intent && intentId !== undefined) throw noSuch("payment_intent", intentId, "payment_intent");
  if (!intent) throw noSuch("charge", chargeId ?? "", "charge");
  if (intent.status === "succeeded") return intent;
  throw refused(undefined, `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

export async function retrieveRefund({ tx, id }: Call): Promise<Answer> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw noSuch("refund", id, "id");
  return done(asRefund(refund));
}

export async function listRefunds({ tx, params }: Call): Promise<Answer> {
  const limit = readLimit(params);
  const intentId = readText(params, "payment_intent");
  const chargeId = readText(params, "charge");
  const after = readText(params, "starting_after");
  const conditions: (SQL | undefined)[] = [
    intentId === undefined ? undefined : eq(refunds.intentId, intentId),
    chargeId === undefined ? undefined : eq(refunds.chargeId, chargeId),
  ];
  if (after !== undefined) {
    const [last] = await tx.select({ sequence: refunds.sequence }).from(refunds).where(eq(refunds.id, after));
    if (!last) throw noSuch("refund", after, "starting_after");
    conditions.push(lt(refunds.sequence, last.sequence));
  }
  const rows = await tx
    .select()
    .from(refunds)
    .where(and(...conditions))
    .orderBy(desc(refunds.sequence))
    .limit(limit + 1);
  return done(asList("/v1/refunds", rows.map(asRefund), limit));
}
