import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import type { Transaction } from "../../src/platform/database.ts";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { asDispute, asList, type DisputeRow, type IntentRow } from "./objects.ts";
import { readLimit, readText } from "./parameters.ts";
import { noSuch, refused } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import { disputes, paymentIntents } from "./tables.ts";

export async function openDispute(
  cause: Cause,
  intent: IntentRow,
  { reason = "fraudulent", amount = intent.amountReceived }: { reason?: string; amount?: number } = {},
): Promise<DisputeRow> {
  const { tx, now } = cause;
  const [dispute] = await tx
    .insert(disputes)
    .values({
      id: newStripeId("dp"),
      intentId: intent.id,
      chargeId: intent.chargeId ?? "",
      amount,
      currency: intent.currency,
      reason,
      status: "needs_response",
      createdAt: now,
    })
    .returning();
  if (!dispute) throw new Error("the dispute was not stored");
  await recordEvent(cause, "charge.dispute.created", intent.id, asDispute(dispute));
  await recordEvent(cause, "charge.dispute.funds_withdrawn", intent.id, asDispute(dispute));
  return dispute;
}

/** Throws when the intent has collected nothing. */
export async function disputeIntent(
  cause: Cause,
  id: string,
  how: { reason?: string | undefined; amount?: number | undefined },
): Promise<DisputeRow> {
  const [intent] = await cause.tx
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.id, id))
    .for("update");
  if (!intent) throw noSuch("payment_intent", id, "intent");
  if (intent.status !== "succeeded") throw refused(undefined, `${id} has collected nothing to dispute.`);
  const { reason, amount } = how;
  return openDispute(cause, intent, { ...(reason && { reason }), ...(amount && { amount }) });
}

export async function moveDispute(
  cause: Cause,
  id: string,
  status: "under_review" | "won" | "lost",
): Promise<DisputeRow> {
  const { tx } = cause;
  const [dispute] = await tx.update(disputes).set({ status }).where(eq(disputes.id, id)).returning();
  if (!dispute) throw noSuch("dispute", id, "dispute");
  const { intentId } = dispute;
  if (status === "under_review") {
    await recordEvent(cause, "charge.dispute.updated", intentId, asDispute(dispute));
    return dispute;
  }
  if (status === "won")
    await recordEvent(cause, "charge.dispute.funds_reinstated", intentId, asDispute(dispute));
  await recordEvent(cause, "charge.dispute.closed", intentId, asDispute(dispute));
  return dispute;
}

/** A Stripe charge stays disputed, whatever the outcome. */
export async function isDisputed(tx: Transaction, intentId: string): Promise<boolean> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.intentId, intentId)).limit(1);
  return dispute !== undefined;
}

export async function retrieveDispute({ tx, id }: Call): Promise<Answer> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, id));
  if (!dispute) throw noSuch("dispute", id, "id");
  return done(asDispute(dispute));
}

export async function listDisputes({ tx, params }: Call): Promise<Answer> {
  const limit = readLimit(params);
  const intentId = readText(params, "payment_intent");
  const chargeId = readText(params, "charge");
  const after = readText(params, "starting_after");
  const conditions: (SQL | undefined)[] = [
    intentId === undefined ? undefined : eq(disputes.intentId, intentId),
    chargeId === undefined ? undefined : eq(disputes.chargeId, chargeId),
  ];
  if (after !== undefined) {
    const [last] = await tx
      .select({ sequence: disputes.sequence })
      .from(disputes)
      .where(eq(disputes.id, after));
    if (!last) throw noSuch("dispute", after, "starting_after");
    conditions.push(lt(disputes.sequence, last.sequence));
  }
  const rows = await tx
    .select()
    .from(disputes)
    .where(and(...conditions))
    .orderBy(desc(disputes.sequence))
    .limit(limit + 1);
  return done(asList("/v1/disputes", rows.map(asDispute), limit));
}
