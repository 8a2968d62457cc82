import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { outbox } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { findSubscriptionByToken, removeConfirmLinks } from "./links.ts";
import { newsletterDeliveries, newsletterSubscriptions } from "./tables.ts";

/** Ignores an unknown token. */
export async function endSubscription(
  context: Pick<AppContext, "clock" | "db">,
  token: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const subscription = await findSubscriptionByToken(tx, context.clock, token, "unsubscribe");
    if (!subscription || subscription.state === "unsubscribed") return;
    await tx
      .update(newsletterSubscriptions)
      .set({ state: "unsubscribed", unsubscribedAt: context.clock.now() })
      .where(eq(newsletterSubscriptions.id, subscription.id));
    // An old confirmation mail must not restore the subscription.
    await removeConfirmLinks(tx, subscription.id);
    await withdrawMails(tx, subscription.id, context.clock.now());
  });
}

async function withdrawMails(tx: Transaction, subscriptionId: string, at: Date): Promise<void> {
  const ofSubscription = eq(newsletterDeliveries.subscriptionId, subscriptionId);
  const withdrawn = await tx
    .delete(outbox)
    .where(
      inArray(
        outbox.id,
        tx.select({ id: newsletterDeliveries.mailId }).from(newsletterDeliveries).where(ofSubscription),
      ),
    )
    .returning({ id: outbox.id });
  if (withdrawn.length === 0) return;
  const mailIds = withdrawn.map(({ id }) => id);
  await tx
    .update(newsletterDeliveries)
    .set({ withdrawnAt: at })
    .where(and(ofSubscription, inArray(newsletterDeliveries.mailId, mailIds)));
}
