import { type Answer, type Call, type Cause, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { changeIntent, lockIntent } from "./intents.ts";
import { asIntent, type IntentRow } from "./objects.ts";
import { refuseUnknown } from "./parameters.ts";

export async function cancelIntent(call: Call): Promise<Answer> {
  refuseUnknown(call.params, []);
  const intent = await lockIntent(call, "cancel");
  return done(asIntent(await cancel(call, intent.id, null)));
}

/** Releases authorized money. The intent must be locked. */
export async function cancel(cause: Cause, id: string, reason: "automatic" | null): Promise<IntentRow> {
  const canceled = await changeIntent(cause, id, {
    status: "canceled",
    amountCapturable: 0,
    captureBefore: null,
    canceledAt: cause.now,
    cancellationReason: reason,
  });
  await recordEvent(cause, "payment_intent.canceled", id, asIntent(canceled));
  return canceled;
}
