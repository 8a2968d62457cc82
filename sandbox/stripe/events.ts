import { and, asc, desc, eq, gt, inArray, isNotNull, lt, type SQL } from "drizzle-orm";
import { type Answer, type Call, type Cause, done } from "./call.ts";
import { takeWebhookFault } from "./faults.ts";
import { asEvent, asList, type EventRow } from "./objects.ts";
import { readLimit, readNested, readText } from "./parameters.ts";
import { noSuch } from "./problem.ts";
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
  | "charge.dispute.updated"
  | "charge.dispute.closed"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.funds_reinstated"
  | "refund.created"
  | "refund.updated"
  | "refund.failed";

/** Milliseconds. */
const hold = 3000;

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
  const fault = await takeWebhookFault(tx);
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
      await tx.insert(deliveries).values({ ...held, nextTryAt: after(fault.milliseconds || hold) });
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

export async function retrieveEvent({ tx, id }: Call): Promise<Answer> {
  const [event] = await tx.select().from(events).where(eq(events.id, id));
  if (!event) throw noSuch("event", id, "id");
  const pending = await pendingPosts(tx, [id]);
  return done(asEvent(event, pending.get(id) ?? 0));
}

export async function listEvents({ tx, params }: Call): Promise<Answer> {
  const limit = readLimit(params);
  const type = readText(params, "type");
  const types = Object.values(readNested(params, "types") ?? {}).filter((name) => typeof name === "string");
  const before = readText(params, "ending_before");
  const conditions: (SQL | undefined)[] = [
    type === undefined ? undefined : eq(events.type, type),
    types.length > 0 ? inArray(events.type, types) : undefined,
    ...(await pageBounds(tx, readText(params, "starting_after"), before)),
  ];
  const rows = await tx
    .select()
    .from(events)
    .where(and(...conditions))
    .orderBy(before === undefined ? desc(events.sequence) : asc(events.sequence))
    .limit(limit + 1);
  const pending = await pendingPosts(
    tx,
    rows.map(({ id }) => id),
  );
  const list = asList(
    "/v1/events",
    rows.map((row) => asEvent(row, pending.get(row.id) ?? 0)),
    limit,
  );
  return done(before === undefined ? list : { ...list, data: list.data.toReversed() });
}

async function pageBounds(
  tx: Cause["tx"],
  after: string | undefined,
  before: string | undefined,
): Promise<SQL[]> {
  const bounds: SQL[] = [];
  if (after !== undefined) bounds.push(lt(events.sequence, await sequenceOf(tx, after, "starting_after")));
  if (before !== undefined) bounds.push(gt(events.sequence, await sequenceOf(tx, before, "ending_before")));
  return bounds;
}

async function sequenceOf(tx: Cause["tx"], id: string, param: string): Promise<number> {
  const [event] = await tx.select({ sequence: events.sequence }).from(events).where(eq(events.id, id));
  if (!event) throw noSuch("event", id, param);
  return event.sequence;
}

async function pendingPosts(tx: Cause["tx"], ids: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (ids.length === 0) return counts;
  const posts = await tx
    .select({ eventId: deliveries.eventId })
    .from(deliveries)
    .where(and(inArray(deliveries.eventId, ids), isNotNull(deliveries.nextTryAt)));
  for (const { eventId } of posts) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
  return counts;
}
