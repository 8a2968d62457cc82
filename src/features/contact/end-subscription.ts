import { eq } from "drizzle-orm";
import type { World } from "../../world.ts";
import { findSubscriptionByToken, removeConfirmLinks } from "./newsletter-links.ts";
import { newsletterSubscriptions } from "./tables.ts";

/** Ends the subscription that the link of a newsletter mail belongs to. An unknown token changes nothing. */
export async function endSubscription(world: World, token: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    const subscription = await findSubscriptionByToken(tx, world.clock, token, "unsubscribe");
    if (!subscription || subscription.state === "unsubscribed") return;
    await tx
      .update(newsletterSubscriptions)
      .set({ state: "unsubscribed", unsubscribedAt: world.clock.now() })
      .where(eq(newsletterSubscriptions.id, subscription.id));
    // An older mail must not bring back what was ended.
    await removeConfirmLinks(tx, subscription.id);
  });
}
