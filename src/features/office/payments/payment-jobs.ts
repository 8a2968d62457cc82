import { and, eq, gt, inArray, lt, lte, asc, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { ago, day, hour, minute } from "../../../platform/clock.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { newIdAt } from "../../../platform/ids.ts";
import { allOf, deleteInPieces, isOneOf } from "../../../platform/drizzle.ts";
import type { PaymentContext, Intent } from "./run-provider-step.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts, paymentSearch, unknownPayments, payments } from "./tables.ts";
import { abandonAttempt } from "./recover-attempt.ts";
import { noteMadeElsewhere } from "./refund-payment.ts";
import { unfinishedStates, unpaidRefusals } from "./state.ts";

/** A failover loses the last moments; this allows for noticing it late. */
const lookBack = 48 * hour;
/** For clock differences with the provider, and commits lost after the search had seen them. */
const overlap = 2 * hour;
const lease = 5 * minute;

/** Hourly, and soon after an outage, settles recent intents that the database has lost. One process at a time. */
export function createLostPaymentSearch(context: PaymentContext): (signal?: AbortSignal) => Promise<void> {
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

/** The next search starts two days ago. */
async function searchAgain({ clock, db }: PaymentContext): Promise<void> {
  const now = clock.now();
  const searchedUntil = new Date(now.getTime() - lookBack);
  await db
    .update(paymentSearch)
    .set({ searchedUntil, nextAt: now })
    .where(gt(paymentSearch.searchedUntil, searchedUntil));
}

/** Throws UpstreamError. Runs again after a lease if something could not be settled. */
export async function findLostPayments(context: PaymentContext, signal?: AbortSignal): Promise<void> {
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

async function settle(context: PaymentContext, intent: string): Promise<boolean> {
  try {
    await settlePayment(context, intent);
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    context.log.error({ err: error, intent }, "could not settle a payment without a record yet");
    return false;
  }
}

/** Undefined if it is not due, or another process is searching. */
async function leaseSearch({ clock, db }: PaymentContext): Promise<Date | undefined> {
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

async function withoutAttempt({ db }: PaymentContext, page: readonly Intent[]): Promise<readonly Intent[]> {
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

/** Settling records unknown payments again. */
async function checkUnknown(context: PaymentContext, begun: Date): Promise<void> {
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

type Attempt = typeof paymentAttempts.$inferSelect;

/** Without an intent nobody can pay, and after an hour no request is still storing one. */
const unsentLifetime = hour;
const openLifetime = 24 * hour;

const batch = 20;
/** Leaves connections to the visitors. */
const atOnce = 4;

/** A rush must not wait for the job's next turn: a full batch is followed by another at once. */
export const inBatches =
  (work: (context: PaymentContext) => Promise<number>) =>
  async (context: PaymentContext, signal?: AbortSignal): Promise<void> => {
    for (;;) {
      const settled = await work(context);
      if (settled < batch || signal?.aborted) return;
    }
  };

async function forEachAtOnce<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  for (let done = 0; done < rows.length; done += atOnce)
    await Promise.all(rows.slice(done, done + atOnce).map(work));
}

/** Settles up to twenty due attempts; returns their number. Leases make concurrent processes safe. */
export async function reconcilePayments(context: PaymentContext): Promise<number> {
  const due = await leaseUnsettled(context);
  await forEachAtOnce(due, async (attempt) => {
    try {
      await reconcile(context, attempt);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // A failed attempt must not block the others of the batch, which are already leased.
      const details = { err: error, attempt: attempt.id };
      if (error instanceof UpstreamError) context.log.warn(details, "could not reconcile a payment yet");
      else context.log.error(details, "could not reconcile a payment");
    }
  });
  return due.length;
}

/** Backs off exponentially: 1, 2, 4 … minutes, at most an hour. */
function leaseUnsettled({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<Attempt[]> {
  const now = clock.now().toISOString();
  const nextCheckAt = sql`${now}::timestamptz + least(power(2, ${paymentAttempts.checks}), 60) * interval '1 minute'`;
  const due = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.state, unfinishedStates), lte(paymentAttempts.checkAt, clock.now())))
    .orderBy(asc(paymentAttempts.checkAt))
    .limit(batch)
    .for("update", { skipLocked: true });
  return db
    .update(paymentAttempts)
    .set({ checkAt: nextCheckAt, checks: sql`least(${paymentAttempts.checks} + 1, 10)` })
    .where(inArray(paymentAttempts.id, due))
    .returning();
}

async function reconcile(context: PaymentContext, attempt: Attempt): Promise<void> {
  const age = context.clock.now().getTime() - attempt.createdAt.getTime();
  if (attempt.intentId === null) {
    if (age > unsentLifetime) await abandonAttempt(context, attempt.id);
    return;
  }
  const settlement = await settlePayment(context, attempt.intentId);
  if (!settlement && attempt.state === "refunding") return noteMadeElsewhere(context, attempt.id);
  if (!settlement) return abandonAttempt(context, attempt.id);
  if (settlement.state === "open" && age > openLifetime) {
    await context.stripe.cancelIntent(attempt.intentId);
    await settlePayment(context, attempt.intentId);
  }
}

/** A dispute or a refund is rare later than this after the capture, and so is a refund that comes back after it was made. */
const reviewPeriod = 90 * day;

/** Checks up to twenty payments for refunds and disputes without a webhook; returns their number. */
export async function reviewPayments(context: PaymentContext): Promise<number> {
  const due = await leaseReviews(context);
  await forEachAtOnce(due, async ({ id, intentId }) => {
    try {
      await settlePayment(context, intentId);
      const tomorrow = new Date(context.clock.now().getTime() + day);
      await context.db
        .update(payments)
        .set({ reviewAt: sql`case when ${isReviewOver(tomorrow)} then null else ${inSql(tomorrow)} end` })
        .where(eq(payments.id, id));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      context.log.warn(
        { err: error, payment: id },
        "could not ask the payment provider about a collected payment",
      );
    }
  });
  return due.length;
}

const inSql = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** A dispute, or the refund of a part, may stay open for longer than the period. */
const isReviewOver = (next: Date) =>
  and(
    sql`${payments.disputeStatus} is distinct from 'open'`,
    sql`${payments.refundStatus} is distinct from 'pending'`,
    sql`greatest(${payments.capturedAt}, ${payments.refundedAt}) < ${inSql(new Date(next.getTime() - reviewPeriod))}`,
  );

function leaseReviews({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const now = clock.now();
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(lte(payments.reviewAt, now))
    .orderBy(asc(payments.reviewAt))
    .limit(batch)
    .for("update", { skipLocked: true });
  return db
    .update(payments)
    .set({ reviewAt: new Date(now.getTime() + hour) })
    .where(inArray(payments.id, due))
    .returning({ id: payments.id, intentId: payments.intentId });
}

/** Days; the privacy policy states it. */
const keptDays = 365;

/** Only attempts that nobody paid. All others belong to the books. */
export async function removeAbandonedAttempts(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  signal?: AbortSignal,
): Promise<void> {
  const { id, state, refusal } = paymentAttempts;
  // The primary key is ordered by time.
  const isOld = lt(id, newIdAt(ago(clock, keptDays * day)));
  const isAbandoned = isOneOf(state, ["abandoned"]);
  // Of earlier versions, which released checkouts that they had retired.
  const isUnpaid = allOf(isOneOf(state, ["released"]), isOneOf(refusal, unpaidRefusals));
  for (const isOver of [isAbandoned, isUnpaid])
    await deleteInPieces(db, paymentAttempts, allOf(isOld, isOver), signal);
}
