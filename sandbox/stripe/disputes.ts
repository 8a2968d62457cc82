import { desc, eq } from "drizzle-orm";
import type { Transaction } from "../../src/platform/database.ts";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { lockById } from "./intents.ts";
import { asDispute, asList, type IntentRow } from "./objects.ts";
import { readLimit, readNeededText, refuseUnknown } from "./parameters.ts";
import { noSuch, refused } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import { disputes } from "./tables.ts";

export async function openDispute(
  cause: Cause,
  intent: IntentRow,
  amount: number = intent.amountReceived,
): Promise<void> {
  const { tx, now } = cause;
  const [dispute] = await tx
    .insert(disputes)
    .values({
      id: newStripeId("dp"),
      intentId: intent.id,
      chargeId: intent.chargeId ?? "",
      amount,
      currency: intent.currency,
      reason: "fraudulent",
      status: "needs_response",
      createdAt: now,
    })
    .returning();
  if (!dispute) throw new Error("the dispute was not stored");
  await recordEvent(cause, "charge.dispute.created", intent.id, asDispute(dispute));
  await recordEvent(cause, "charge.dispute.funds_withdrawn", intent.id, asDispute(dispute));
}

/** Throws when the intent has collected nothing. */
export async function disputeIntent(cause: Cause, id: string, amount?: number): Promise<void> {
  const intent = await lockById(cause, id);
  if (intent.status !== "succeeded") throw refused(undefined, `${id} has collected nothing to dispute.`);
  await openDispute(cause, intent, amount);
}

export async function closeDispute(cause: Cause, id: string, status: "won" | "lost"): Promise<void> {
  const [dispute] = await cause.tx.update(disputes).set({ status }).where(eq(disputes.id, id)).returning();
  if (!dispute) throw noSuch("dispute", id, "dispute");
  const { intentId } = dispute;
  if (status === "won")
    await recordEvent(cause, "charge.dispute.funds_reinstated", intentId, asDispute(dispute));
  await recordEvent(cause, "charge.dispute.closed", intentId, asDispute(dispute));
}

/** A Stripe charge stays disputed, whatever the outcome. */
export async function isDisputed(tx: Transaction, intentId: string): Promise<boolean> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.intentId, intentId)).limit(1);
  return dispute !== undefined;
}

export async function listDisputes({ tx, params }: Call): Promise<Answer> {
  refuseUnknown(params, ["payment_intent", "limit"]);
  const limit = readLimit(params);
  const rows = await tx
    .select()
    .from(disputes)
    .where(eq(disputes.intentId, readNeededText(params, "payment_intent")))
    .orderBy(desc(disputes.sequence))
    .limit(limit + 1);
  return done(asList("/v1/disputes", rows.map(asDispute), limit));
}
