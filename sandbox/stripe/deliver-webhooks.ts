import { createHmac } from "node:crypto";
import { asc, eq, inArray, lte, sql } from "drizzle-orm";
import { asEvent, type DeliveryRow, inSeconds } from "./objects.ts";
import type { Dependencies } from "./sandbox.ts";
import { deliveries, events } from "./tables.ts";

/** About nine hours of retries. */
const maxTries = 16;
/** Longer than one attempt: another process takes over when this one dies. */
const leaseMilliseconds = 60_000;
const timeoutMilliseconds = 10_000;

/**
 * Delivers due webhook events. Without a 2xx within ten seconds, retries after 1, 2, 4 …
 * seconds. Leases allow several processes to run this at once. `closing` aborts attempts under way; the next start
 * retries them.
 */
export async function deliverDueWebhooks(
  dependencies: Dependencies,
  webhookUrl: string,
  closing: AbortSignal,
): Promise<void> {
  const due = await leaseDue(dependencies);
  const byIntent = Map.groupBy(due, ({ intentId }) => intentId);
  await Promise.all(
    [...byIntent.values()].map(async (posts) => {
      // One after the other, to keep the events of one payment in order where possible.
      for (const post of posts.toSorted((a, b) => a.position - b.position || a.id - b.id)) {
        // oxlint-disable-next-line no-await-in-loop -- on purpose
        await deliver(dependencies, webhookUrl, closing, post);
      }
    }),
  );
}

function leaseDue({ db, clock }: Dependencies): Promise<DeliveryRow[]> {
  const now = clock.now();
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lte(deliveries.nextTryAt, now))
    .orderBy(asc(deliveries.nextTryAt), asc(deliveries.position))
    .limit(20)
    .for("update", { skipLocked: true });
  return db
    .update(deliveries)
    .set({ tries: sql`${deliveries.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMilliseconds) })
    .where(inArray(deliveries.id, due))
    .returning();
}

async function deliver(
  dependencies: Dependencies,
  webhookUrl: string,
  closing: AbortSignal,
  post: DeliveryRow,
): Promise<void> {
  const { db, clock, keys } = dependencies;
  const [event] = await db.select().from(events).where(eq(events.id, post.eventId));
  if (!event) return;
  const result = await send(
    webhookUrl,
    JSON.stringify(asEvent(event)),
    keys.webhookSecret,
    clock.now(),
    closing,
  );
  const isTaken = result.startsWith("HTTP 2");
  await db
    .update(deliveries)
    .set({
      lastResult: result,
      ...(isTaken ? { nextTryAt: null, deliveredAt: clock.now() } : nextTry(dependencies, post, closing)),
    })
    .where(eq(deliveries.id, post.id));
  if (!isTaken && !closing.aborted) {
    dependencies.log.debug(
      { event: event.id, result, tries: post.tries },
      "the webhook did not accept an event",
    );
  }
}

function nextTry({ clock }: Dependencies, post: DeliveryRow, closing: AbortSignal) {
  if (closing.aborted) return { tries: post.tries - 1, nextTryAt: clock.now() };
  if (post.tries >= maxTries) return { nextTryAt: null };
  return { nextTryAt: new Date(clock.now().getTime() + 1000 * 2 ** (post.tries - 1)) };
}

/** Never throws. */
async function send(
  url: string,
  body: string,
  secret: string,
  now: Date,
  closing: AbortSignal,
): Promise<string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature(body, secret, now),
        "user-agent": "Stripe/1.0 (Senga's payment sandbox)",
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeoutMilliseconds)]),
    });
    await response.body?.cancel();
    return `HTTP ${response.status}`;
  } catch {
    return "no answer";
  }
}

/** https://docs.stripe.com/webhooks/signature */
function signature(body: string, secret: string, now: Date): string {
  const time = inSeconds(now);
  const code = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${code}`;
}

/** Deletes events after a month, as Stripe does. */
export async function forgetOldEvents({ db, clock }: Dependencies): Promise<void> {
  const monthAgo = new Date(clock.now().getTime() - 30 * 86_400_000);
  await db.delete(events).where(lte(events.createdAt, monthAgo));
}
