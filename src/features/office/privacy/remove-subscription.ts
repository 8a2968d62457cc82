import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { newsletterDeliveries, newsletterLinks, newsletterSubscriptions } from "../newsletter/tables.ts";

export async function removeSubscription(tx: Transaction, email: string): Promise<void> {
  const isOf = eq(newsletterSubscriptions.email, email);
  const subscribed = tx.select({ id: newsletterSubscriptions.id }).from(newsletterSubscriptions).where(isOf);
  await tx.delete(newsletterLinks).where(inArray(newsletterLinks.subscriptionId, subscribed));
  await tx.delete(newsletterDeliveries).where(inArray(newsletterDeliveries.subscriptionId, subscribed));
  await tx.delete(newsletterSubscriptions).where(isOf);
}
