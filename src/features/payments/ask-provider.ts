import { UpstreamError } from "../../platform/errors.ts";
import type { AppContext } from "../../context.ts";
import type { Step } from "./state.ts";

/** The payment intent as the provider has it. */
export type Intent = NonNullable<Awaited<ReturnType<AppContext["stripe"]["retrieveIntent"]>>>;
type ProviderStep = Extract<Step, "capture" | "cancel" | "refund">;

export const isForProvider = (step: Step): step is ProviderStep =>
  step === "capture" || step === "cancel" || step === "refund";

/**
 * Has the provider do its step and returns the intent as it is then; undefined when it could not be done now. What was
 * committed stands, and the reconciler comes back to the rest.
 */
export async function askProvider(
  context: AppContext,
  step: ProviderStep,
  intent: Intent,
  attemptId: string,
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
    context.log.warn({ err: error, step, attempt: attemptId }, "the payment provider did not do its step");
    if (error.isTransient) return undefined;
    // It said no: perhaps because the intent has moved on meanwhile. Unless it has, the next run tries again.
    const now = await context.stripe.retrieveIntent(intent.id);
    return now?.status === intent.status ? undefined : now;
  }
}

/** Begins the refund, and asks how the money stands then: the same that every later question would hear. */
async function refund(context: AppContext, intentId: string): Promise<Intent | undefined> {
  const begun = await context.stripe.refundIntent(intentId);
  const now = await context.stripe.retrieveIntent(intentId);
  const isBack = now?.status === "refunded" || now?.status === "refund-pending";
  if (begun?.status !== "failed" || !now || isBack) return now;
  context.log.warn({ intent: intentId, failure: begun.failure }, "the payment provider refused a refund");
  const unchanged = { refunded: 0, dispute: undefined, ...now.moneyBack };
  return { ...now, status: "refund-failed", moneyBack: { ...unchanged, refund: begun } };
}
