import { eq } from "drizzle-orm";
import { newId } from "../../../platform/ids.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { createLinkToken, removeConfirmLinks } from "./links.ts";
import { confirmationMail } from "./mails.ts";
import { mayMailLink } from "./state.ts";
import { isHoneypotFilled } from "../../school/contact/policy.ts";
import { newsletterSubscriptions } from "./tables.ts";

export interface Subscriber {
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly website?: string | undefined;
}

export async function subscribeToNewsletter(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  subscriber: Subscriber,
): Promise<void> {
  if (isHoneypotFilled(subscriber)) return;
  const { name, email } = subscriber;
  await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    await tx
      .insert(newsletterSubscriptions)
      .values({ id: newId(), name, email, state: "pending", createdAt: now })
      .onConflictDoNothing();
    const [subscription] = await tx
      .select()
      .from(newsletterSubscriptions)
      .where(eq(newsletterSubscriptions.email, email))
      .for("update");
    if (!subscription || !mayMailLink(subscription, now)) return;

    const { id } = subscription;
    await tx
      .update(newsletterSubscriptions)
      .set({ name, state: "pending", mailedAt: now })
      .where(eq(newsletterSubscriptions.id, id));
    await removeConfirmLinks(tx, id, { until: now });
    const confirm = await createLinkToken(tx, context.clock, id, "confirm");
    const unsubscribe = await createLinkToken(tx, context.clock, id, "unsubscribe");
    const mail = confirmationMail(context.settings.origin, email, { confirm, unsubscribe });
    await enqueueMail(tx, context.clock, mail);
  });
}
