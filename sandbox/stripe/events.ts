import { desc, eq } from "drizzle-orm";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { takeFault } from "./faults.ts";
import { asEvent, asList, type EventRow } from "./objects.ts";
import { readLimit, readText, refuseUnknown } from "./parameters.ts";
import { newStripeId } from "./stripe-ids.ts";
import { deliveries, events } from "./tables.ts";

export type EventType =
  | "payment_intent.created"
  | "payment_intent.requires_action"
  | "payment_intent.amount_capturable_updated"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.refunded"
  | "charge.refund.updated"
  | "charge.dispute.created"
  | "charge.dispute.closed"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.funds_reinstated"
  | "refund.created"
  | "refund.updated"
  | "refund.failed";

/** Runs in the transaction of the change. `object` is a snapshot: later changes do not alter the event. */
export async function recordEvent(
  cause: Cause,
  type: EventType,
  intentId: string,
  object: object,
): Promise<void> {
  const { tx, now, requestId, idempotencyKey } = cause;
  const [event] = await tx
    .insert(events)
    .values({ id: newStripeId("evt"), type, intentId, object, requestId, idempotencyKey, createdAt: now })
    .returning();
  if (event) await scheduleDelivery(cause, event);
}

async function scheduleDelivery({ tx, now }: Cause, event: EventRow): Promise<void> {
  const fault = await takeFault(tx, "webhook");
  const post = { eventId: event.id, intentId: event.intentId, position: event.sequence, nextTryAt: now };
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  switch (fault?.kind) {
    case "webhook-never":
      return;
    case "webhook-twice":
      await tx.insert(deliveries).values([post, post]);
      return;
    case "webhook-late":
      await tx.insert(deliveries).values({ ...post, nextTryAt: after(fault.milliseconds) });
      return;
    case "webhook-reversed": {
      const held = { ...post, position: -event.sequence, faultId: fault.id };
      await tx.insert(deliveries).values({ ...held, nextTryAt: after(fault.milliseconds) });
      // The last event of the row releases the others, so nobody waits for the timeout.
      if (fault.remaining === 0) {
        await tx.update(deliveries).set({ nextTryAt: now }).where(eq(deliveries.faultId, fault.id));
      }
      return;
    }
    default:
      await tx.insert(deliveries).values(post);
  }
}

export async function listEvents({ tx, params }: Call): Promise<Answer> {
  refuseUnknown(params, ["type", "limit"]);
  const limit = readLimit(params);
  const type = readText(params, "type");
  const rows = await tx
    .select()
    .from(events)
    .where(type === undefined ? undefined : eq(events.type, type))
    .orderBy(desc(events.sequence))
    .limit(limit + 1);
  return done(asList("/v1/events", rows.map(asEvent), limit));
}
