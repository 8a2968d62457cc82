import { UpstreamError } from "../../../platform/errors.ts";
import type { AppContext, WriteContext } from "../../../context.ts";
import type { Step } from "./state.ts";
import type { paymentAttempts } from "./tables.ts";

export type Intent = NonNullable<Awaited<ReturnType<AppContext["stripe"]["retrieveIntent"]>>>;
/** What requesting, settling and giving back a payment use. */
export type PaymentContext = WriteContext & Pick<AppContext, "db" | "log" | "stripe">;
type ProviderStep = Extract<Step, "capture" | "cancel" | "refund">;

export const isProviderStep = (step: Step): step is ProviderStep =>
  step === "capture" || step === "cancel" || step === "refund";

/** The intent after the step; undefined if it is not possible now. The reconciler retries. */
export async function runProviderStep(
  context: Pick<AppContext, "log" | "stripe">,
  step: ProviderStep,
  intent: Intent,
): Promise<Intent | undefined> {
  try {
    switch (step) {
      case "capture":
        return await context.stripe.captureIntent(intent.id);
      case "cancel":
        return await context.stripe.cancelIntent(intent.id);
      case "refund":
        return await refund(context, intent.id);
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.log.warn({ err: error, step, intent: intent.id }, "the payment provider did not take a step");
    if (error.isTransient) return undefined;
    // Stripe rejects a step if the intent has moved on. If the status is unchanged, the next run retries.
    const current = await context.stripe.retrieveIntent(intent.id);
    return current?.status === intent.status ? undefined : current;
  }
}

/** Reads the intent back after the refund, so that the result equals that of later retrievals. */
async function refund(
  context: Pick<AppContext, "log" | "stripe">,
  intentId: string,
): Promise<Intent | undefined> {
  const created = await context.stripe.refundIntent(intentId);
  const current = await context.stripe.retrieveIntent(intentId);
  const isRefunded = current?.status === "refunded" || current?.status === "refund-pending";
  if (created?.status !== "failed" || !current || isRefunded) return current;
  context.log.warn({ intent: intentId, failure: created.failure }, "the payment provider refused a refund");
  const unchanged = { refunded: 0, dispute: undefined, ...current.moneyBack };
  return { ...current, status: "refund-failed", moneyBack: { ...unchanged, refund: created } };
}

export const matchesAttempt = (attempt: typeof paymentAttempts.$inferSelect, intent: Intent): boolean =>
  intent.amount === attempt.amountCents &&
  intent.currency === attempt.currency &&
  intent.metadata["attemptId"] === attempt.id &&
  intent.metadata["studentId"] === attempt.studentId &&
  intent.metadata["classId"] === attempt.classId;
