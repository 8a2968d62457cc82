import type { Transaction } from "../../src/platform/database.ts";
import { newClientSecret, newStripeId } from "./stripe-ids.ts";
import { paymentIntents } from "./tables.ts";

/** A payment that was collected; its amount in cents. */
export interface Collected {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly at: Date;
}

/** Adds payments that were collected before the sandbox's time, so that they can be refunded like any other. */
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
