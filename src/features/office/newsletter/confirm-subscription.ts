import { eq } from "drizzle-orm";
import { Problem } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import { problems } from "./contract.ts";
import { findSubscriptionByToken } from "./links.ts";
import { newsletterSubscriptions } from "./tables.ts";

/** Idempotent. Throws link-expired. */
export async function confirmSubscription(
  context: Pick<AppContext, "clock" | "db">,
  token: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const subscription = await findSubscriptionByToken(tx, context.clock, token, "confirm");
    if (!subscription || subscription.state === "unsubscribed") throw new Problem(problems.linkExpired);
    if (subscription.state === "confirmed") return;
    await tx
      .update(newsletterSubscriptions)
      .set({ state: "confirmed", confirmedAt: context.clock.now() })
      .where(eq(newsletterSubscriptions.id, subscription.id));
  });
}
