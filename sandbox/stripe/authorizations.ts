import { type SQL, and, eq, lte } from "drizzle-orm";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { openDispute } from "./disputes.ts";
import { recordEvent } from "./events.ts";
import { changeIntent, lockIntent } from "./intents.ts";
import { type IntentRow, asIntent } from "./objects.ts";
import { refuseUnknown } from "./parameters.ts";
import { asErrorAnswer } from "./problem.ts";
import { paymentIntents } from "./tables.ts";

export async function captureIntent(call: Call): Promise<Answer> {
  refuseUnknown(call.params, []);
  const intent = await lockIntent(call, "capture");
  if (call.fault === "decline-capture") return declineCapture(call);
  const captured = await changeIntent(call, intent.id, {
    status: "succeeded",
    amountReceived: intent.amountCapturable,
    amountCapturable: 0,
    captureBefore: null,
  });
  await recordEvent(call, "payment_intent.succeeded", intent.id, asIntent(captured));
  if (captured.card?.afterwards === "dispute") await openDispute(call, captured);
  return done(asIntent(captured));
}

/** Fault: the bank released the money before the capture. */
async function declineCapture(call: Call): Promise<Answer> {
  const canceled = await cancel(call, call.id, "automatic");
  const body = asErrorAnswer({
    type: "invalid_request_error",
    code: "charge_expired_for_capture",
    message: "The charge cannot be captured: its authorization has expired.",
    payment_intent: asIntent(canceled),
  });
  return { status: 400, body };
}

export async function cancelIntent(call: Call): Promise<Answer> {
  refuseUnknown(call.params, []);
  const intent = await lockIntent(call, "cancel");
  return done(asIntent(await cancel(call, intent.id, null)));
}

/** Releases authorized money. The intent must be locked. */
async function cancel(cause: Cause, id: string, reason: "automatic" | null): Promise<IntentRow> {
  const canceled = await changeIntent(cause, id, {
    status: "canceled",
    amountCapturable: 0,
    captureBefore: null,
    canceledAt: cause.now,
    cancellationReason: reason,
  });
  await recordEvent(cause, "payment_intent.canceled", id, asIntent(canceled));
  return canceled;
}

/** Cancels intents whose authorization has expired, as banks do. With `id`, only that intent. Returns the count. */
export async function expireAuthorizations(db: Database, clock: Clock, id?: string): Promise<number> {
  const now = clock.now();
  const lapsed: SQL | undefined = and(
    eq(paymentIntents.status, "requires_capture"),
    lte(paymentIntents.captureBefore, now),
    id === undefined ? undefined : eq(paymentIntents.id, id),
  );
  const found = await db.select({ id: paymentIntents.id }).from(paymentIntents).where(lapsed).limit(100);
  if (found.length === 0) return 0;
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(lapsed)
      .orderBy(paymentIntents.id)
      .limit(100)
      .for("update");
    const cause = { tx, now, requestId: null, idempotencyKey: null };
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    for (const row of rows) await cancel(cause, row.id, "automatic");
    return rows.length;
  });
}
