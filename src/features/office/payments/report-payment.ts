import { UpstreamError, Problem, type ProblemType } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { problems } from "./contract.ts";
import { settlePayment } from "./settle-payment.ts";
import { type Refusal, refundStateOf } from "./state.ts";

const refusalProblems: Record<Refusal, ProblemType> = {
  "class-not-open": problems.classNotOpen,
  "already-enrolled": problems.paidTwice,
  "no-seats-left": problems.noSeatInTime,
  mismatch: problems.mismatch,
  replaced: problems.replaced,
};

/** Idempotent. Throws payment-not-found, not-your-payment, or the reason for the refusal. */
export async function reportPayment(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
  student: Person,
  intentId: string,
): Promise<string> {
  const settlement = await settlePayment(context, intentId, student).catch((error: unknown) => {
    // The authorization is not lost: the webhook or the reconciler settles it.
    throw error instanceof UpstreamError ? new Problem(problems.notAnswered) : error;
  });
  if (!settlement) throw new Problem(problems.noSuchPayment);
  const { state, refusal, paymentId } = settlement;
  if ((state === "seated" || state === "paid") && paymentId) return paymentId;
  if (refusal) throw new Problem(refusalProblems[refusal]);
  if (refundStateOf(state, 0) !== "none") throw new Problem(problems.refunded);
  throw new Problem(state === "reversed" ? problems.notCollected : problems.notCompleted);
}
