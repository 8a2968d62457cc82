import { and, eq, isNotNull } from "drizzle-orm";
import { OutsideFailure, Problem } from "../../platform/errors.ts";
import type { World } from "../../world.ts";
import type { Person } from "../accounts/queries.ts";
import { problems } from "./contract.ts";
import { recordRefund } from "./record-refund.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts, payments } from "./tables.ts";

/** Seconds after which the reconciler looks whether the refund went through. */
const firstCheckSeconds = 60;

/**
 * Gives a student all of a payment back. The decision is recorded before the provider is asked to, so that it outlives a
 * crash: then the reconciler goes on with it. With the refund the seat and the access end (settlePayment).
 * Throws payment-not-found, also for one that was never collected, refund-decided-already, payment-made-elsewhere and
 * payment-provider-unreachable: then nothing is decided.
 * @returns whether the money is given back by now
 */
export async function refundPayment(
  world: World,
  admin: Person,
  paymentId: string,
  reason: string,
): Promise<boolean> {
  const [found] = await world.db
    .select({ intentId: payments.intentId, attemptId: payments.attemptId })
    .from(payments)
    .where(and(eq(payments.id, paymentId), isNotNull(payments.capturedAt)));
  if (!found) throw new Problem(problems.noSuchPayment);
  await requireKnown(world, found.intentId);
  await decide(world, admin, found.attemptId, reason);
  try {
    const settlement = await settlePayment(world, found.intentId);
    return settlement?.state === "refunded";
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    world.log.warn({ err: error, intent: found.intentId }, "a refund waits for the payment provider");
    return false;
  }
}

/** A decision that the provider can never carry out would stand for ever. */
async function requireKnown(world: World, intentId: string): Promise<void> {
  try {
    if (!(await world.stripe.retrieveIntent(intentId))) throw new Problem(problems.paidElsewhere);
  } catch (error) {
    if (error instanceof OutsideFailure) throw new Problem(problems.refundUnasked);
    throw error;
  }
}

async function decide(world: World, admin: Person, attemptId: string, reason: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    const [attempt] = await tx
      .select({ state: paymentAttempts.state, revision: paymentAttempts.revision })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, attemptId))
      .for("update");
    if (attempt?.state !== "paid") throw new Problem(problems.refundDecided);
    const checkAt = new Date(world.clock.now().getTime() + firstCheckSeconds * 1000);
    await tx
      .update(paymentAttempts)
      .set({ state: "refunding", revision: attempt.revision + 1, checkAt, checks: 0 })
      .where(eq(paymentAttempts.id, attemptId));
    await recordRefund(tx, world.clock, attemptId, admin, reason);
  });
}
