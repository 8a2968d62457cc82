import { and, eq, gt, inArray, lt, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import type { Intent } from "./run-provider-step.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts, paymentSearch, unknownPayments } from "./tables.ts";

const minute = 60_000;
const hour = 60 * minute;
/** A failover loses the last moments; this allows for noticing it late. */
const lookBack = 48 * hour;
/** For clock differences with the provider, and commits lost after the search had seen them. */
const overlap = 2 * hour;
/** Renewed with each page of intents. */
const lease = 5 * minute;

type Context = Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">;

/**
 * Creates the job: hourly, and soon after a database outage, searches the provider's recent intents for payments
 * that the database has lost, and settles them. One process at a time.
 */
export function createLostPaymentSearch(context: Context): (signal?: AbortSignal) => Promise<void> {
  let hasReconnected = false;
  context.invalidation.onInvalidate((tags) => {
    hasReconnected ||= tags === undefined;
  });
  return async (signal) => {
    if (hasReconnected) {
      hasReconnected = false;
      await searchAgain(context).catch((error: unknown) => {
        hasReconnected = true;
        throw error;
      });
    }
    await findLostPayments(context, signal);
  };
}

/** The next search starts two days ago, whatever was lost. */
async function searchAgain({ clock, db }: Context): Promise<void> {
  const now = clock.now();
  const searchedUntil = new Date(now.getTime() - lookBack);
  await db
    .update(paymentSearch)
    .set({ searchedUntil, nextAt: now })
    .where(gt(paymentSearch.searchedUntil, searchedUntil));
}

/** Throws UpstreamError. Starts again after a lease if something could not be settled. */
export async function findLostPayments(context: Context, signal?: AbortSignal): Promise<void> {
  const { clock, db, stripe } = context;
  const begun = clock.now();
  const searchedUntil = await leaseSearch(context);
  if (!searchedUntil) return;
  let isComplete = true;
  for await (const page of stripe.listIntents(new Date(searchedUntil.getTime() - overlap))) {
    for (const { id } of await withoutAttempt(context, page))
      isComplete = (await settle(context, id)) && isComplete;
    if (signal?.aborted) return;
    await db.update(paymentSearch).set({ nextAt: new Date(clock.now().getTime() + lease) });
  }
  await checkUnknown(context, begun);
  if (!isComplete) return;
  await db
    .update(paymentSearch)
    .set({ searchedUntil: begun, nextAt: new Date(begun.getTime() + hour) })
    .where(eq(paymentSearch.searchedUntil, searchedUntil));
}

/** A failure must not delay the others. */
async function settle(context: Context, intent: string): Promise<boolean> {
  try {
    await settlePayment(context, intent);
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    context.log.error({ err: error, intent }, "could not settle a payment without a record yet");
    return false;
  }
}

/** Undefined while it is not due, or another process is searching. */
async function leaseSearch({ clock, db }: Context): Promise<Date | undefined> {
  const now = clock.now();
  const nextAt = new Date(now.getTime() + lease);
  const searchedUntil = new Date(now.getTime() - lookBack);
  const [leased] = await db
    .insert(paymentSearch)
    .values({ id: 1, searchedUntil, nextAt })
    .onConflictDoUpdate({
      target: paymentSearch.id,
      set: { nextAt },
      setWhere: lte(paymentSearch.nextAt, now),
    })
    .returning();
  return leased?.searchedUntil;
}

async function withoutAttempt({ db }: Context, page: readonly Intent[]): Promise<readonly Intent[]> {
  const alive = page.filter(
    ({ status, metadata }) => status !== "canceled" && (metadata["attemptId"] ?? metadata["site"]),
  );
  if (alive.length === 0) return [];
  const ids = alive.map(({ id }) => id);
  const known = await db
    .select({ id: paymentAttempts.intentId })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.intentId, ids));
  const knownIds = new Set(known.map(({ id }) => id));
  return alive.filter(({ id }) => !knownIds.has(id));
}

/** Settling records again what is still unknown. */
async function checkUnknown(context: Context, begun: Date): Promise<void> {
  const unknown = await context.db
    .select({ intentId: unknownPayments.intentId })
    .from(unknownPayments)
    .where(lt(unknownPayments.checkedAt, begun));
  for (const { intentId } of unknown) {
    if (!(await settle(context, intentId))) continue;
    await context.db
      .delete(unknownPayments)
      .where(and(eq(unknownPayments.intentId, intentId), lt(unknownPayments.checkedAt, begun)));
  }
}
