import { OutsideFailure } from "../../platform/errors.ts";
import type { World } from "../../context.ts";
import type { Step } from "./state.ts";

/** The payment intent as the provider has it. */
export type Intent = NonNullable<Awaited<ReturnType<World["stripe"]["retrieveIntent"]>>>;
type ProviderStep = Extract<Step, "capture" | "cancel" | "refund">;

export const isForProvider = (step: Step): step is ProviderStep =>
  step === "capture" || step === "cancel" || step === "refund";

/**
 * Has the provider do its step and returns the intent as it is then; undefined when it could not be done now. What was
 * committed stands, and the reconciler comes back to the rest.
 */
export async function askProvider(
  world: World,
  step: ProviderStep,
  intent: Intent,
  attemptId: string,
): Promise<Intent | undefined> {
  try {
    switch (step) {
      case "capture":
        return await world.stripe.captureIntent(intent.id);
      case "cancel":
        return await world.stripe.cancelIntent(intent.id);
      case "refund":
        return await refund(world, intent.id);
    }
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    world.log.warn({ err: error, step, attempt: attemptId }, "the payment provider did not do its step");
    if (error.isPassing) return undefined;
    // It said no: perhaps because the intent has moved on meanwhile. Unless it has, the next run tries again.
    const now = await world.stripe.retrieveIntent(intent.id);
    return now?.status === intent.status ? undefined : now;
  }
}

/** Begins the refund, and asks how the money stands then: the same that every later question would hear. */
async function refund(world: World, intentId: string): Promise<Intent | undefined> {
  const begun = await world.stripe.refundIntent(intentId);
  const now = await world.stripe.retrieveIntent(intentId);
  const isBack = now?.status === "refunded" || now?.status === "refund-pending";
  if (begun?.status !== "failed" || !now || isBack) return now;
  world.log.warn({ intent: intentId, failure: begun.failure }, "the payment provider refused a refund");
  const unchanged = { refunded: 0, dispute: undefined, ...now.moneyBack };
  return { ...now, status: "refund-failed", moneyBack: { ...unchanged, refund: begun } };
}
