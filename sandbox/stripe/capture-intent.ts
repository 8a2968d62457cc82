import { type Answer, type Call, done } from "./call.ts";
import { cancel } from "./cancel-intent.ts";
import { openDispute } from "./disputes.ts";
import { recordEvent } from "./events.ts";
import { changeIntent, lockIntent } from "./intents.ts";
import { asIntent } from "./objects.ts";
import { refuseUnknown } from "./parameters.ts";
import { asErrorAnswer } from "./problem.ts";

export async function captureIntent(call: Call): Promise<Answer> {
  refuseUnknown(call.params, []);
  const intent = await lockIntent(call, "capture");
  if (call.fault === "decline-capture") return declineCapture(call);
  const captured = await changeIntent(call, intent.id, {
    status: "succeeded",
    amountReceived: intent.amountCapturable,
    amountCapturable: 0,
    captureBefore: null,
  });
  await recordEvent(call, "payment_intent.succeeded", intent.id, asIntent(captured));
  if (captured.card?.afterwards === "dispute") await openDispute(call, captured);
  return done(asIntent(captured));
}

/** Fault: the bank released the money before the capture. */
async function declineCapture(call: Call): Promise<Answer> {
  const canceled = await cancel(call, call.id, "automatic");
  const body = asErrorAnswer({
    type: "invalid_request_error",
    code: "charge_expired_for_capture",
    message: "The charge cannot be captured: its authorization has expired.",
    payment_intent: asIntent(canceled),
  });
  return { status: 400, body };
}
