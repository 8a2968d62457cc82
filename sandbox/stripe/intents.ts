import { eq } from "drizzle-orm";
import type { Call, Cause } from "./call.ts";
import { type Move, movesFrom, refusedMoves } from "./intent-state.ts";
import { asSeenBy, type IntentRow } from "./objects.ts";
import { noSuch, refused } from "./problem.ts";
import { paymentIntents } from "./tables.ts";

/** Throws resource_missing. */
export async function readIntent({ tx, id }: Call): Promise<IntentRow> {
  const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id));
  if (!intent) throw noSuch("payment_intent", id, "intent");
  return intent;
}

/** Locks the row until the transaction ends. Throws resource_missing. */
export async function lockById(
  { tx }: Pick<Cause, "tx">,
  id: string,
  param: string = "intent",
): Promise<IntentRow> {
  const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for("update");
  if (!intent) throw noSuch("payment_intent", id, param);
  return intent;
}

/** Throws payment_intent_unexpected_state. */
export async function lockIntent(call: Call, move: Move): Promise<IntentRow> {
  const intent = await lockById(call, call.id);
  if (movesFrom[intent.status].includes(move)) return intent;
  throw refused("payment_intent_unexpected_state", refusedMoves[move](intent.status), {
    payment_intent: asSeenBy(call.caller, intent),
  });
}

export async function changeIntent(
  { tx }: Pick<Cause, "tx">,
  id: string,
  change: Partial<typeof paymentIntents.$inferInsert>,
): Promise<IntentRow> {
  const [changed] = await tx.update(paymentIntents).set(change).where(eq(paymentIntents.id, id)).returning();
  if (!changed) throw new Error(`intent ${id} is gone`);
  return changed;
}
