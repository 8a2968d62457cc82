import type { Transaction } from "../../src/platform/database.ts";
import { newClientSecret, newStripeId } from "./stripe-ids.ts";
import { paymentIntents } from "./tables.ts";

/** `amount` is in cents. */
export interface Collected {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly at: Date;
}

/** Adds payments from before the sandbox started, so they can be refunded. */
export async function addCollected(tx: Transaction, collected: readonly Collected[]): Promise<void> {
  await tx.insert(paymentIntents).values(
    collected.map(({ id, amount, currency, metadata, at }) => ({
      id,
      clientSecret: newClientSecret(id),
      amount,
      amountReceived: amount,
      currency,
      status: "succeeded" as const,
      captureMethod: "manual" as const,
      metadata,
      isCardsOnly: true,
      chargeId: newStripeId("ch"),
      createdAt: at,
    })),
  );
}
