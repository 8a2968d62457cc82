import type { Answer, Call } from "./call.ts";
import { chargeCard, failAuthentication } from "./charge-card.ts";
import { lockIntent } from "./intents.ts";
import { readChoice, refuseUnknown } from "./parameters.ts";
import { missingParameter } from "./problem.ts";

export async function answerChallenge(call: Call): Promise<Answer> {
  refuseUnknown(call.params, ["decision"]);
  const decision = readChoice(call.params, "decision", ["approve", "refuse"]);
  if (!decision) throw missingParameter("decision");
  const intent = await lockIntent(call, "authenticate");
  return decision === "approve" ? chargeCard(call, intent, intent.card) : failAuthentication(call, intent);
}
