import { createHash, randomBytes } from "node:crypto";
import { type SQL, and, eq, gt, isNull, lt, lte, or, inArray } from "drizzle-orm";
import { type Clock, ago, day } from "../../../platform/clock.ts";
import { type Transaction, firstOrThrow } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueMail, outbox, type Mail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { isHoneypotFilled } from "../../school/contact/policy.ts";
import { newsletterLinks, newsletterSubscriptions, newsletterDeliveries } from "./tables.ts";
import { problems } from "./contract.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";

type Purpose = "confirm" | "unsubscribe";

/** Unsubscribe links never expire. */
const confirmDays = 7;

interface Subscriber {
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

/** Idempotent. Throws link-expired. */
export async function confirmSubscription(context: Pick<AppContext, "clock" | "db">, token: string) {
  await context.db.transaction(async (tx) => {
    const subscription = await findSubscriptionByToken(tx, context.clock, token, "confirm");
    if (!subscription || subscription.state === "unsubscribed") throw new Problem(problems["link-expired"]);
    if (subscription.state === "confirmed") return;
    await tx
      .update(newsletterSubscriptions)
      .set({ state: "confirmed", confirmedAt: context.clock.now() })
      .where(eq(newsletterSubscriptions.id, subscription.id));
  });
}

export async function endSubscription(context: Pick<AppContext, "clock" | "db">, token: string) {
  await context.db.transaction(async (tx) => {
    const subscription = await findSubscriptionByToken(tx, context.clock, token, "unsubscribe");
    if (!subscription || subscription.state === "unsubscribed") return;
    await tx
      .update(newsletterSubscriptions)
      // Only the mailbox's owner gets here, so a new subscription is mailed its link at once.
      .set({ state: "unsubscribed", unsubscribedAt: context.clock.now(), mailedAt: null })
      .where(eq(newsletterSubscriptions.id, subscription.id));
    // An old confirmation mail must not restore the subscription.
    await removeConfirmLinks(tx, subscription.id);
    await withdrawMails(tx, subscription.id, context.clock.now());
  });
}

export async function removeSubscriptions(tx: Transaction, which: SQL | undefined): Promise<void> {
  const ids = tx.select({ id: newsletterSubscriptions.id }).from(newsletterSubscriptions).where(which);
  await tx.delete(newsletterLinks).where(inArray(newsletterLinks.subscriptionId, ids));
  await tx.delete(newsletterDeliveries).where(inArray(newsletterDeliveries.subscriptionId, ids));
  await tx.delete(newsletterSubscriptions).where(which);
}

/** Once their links have expired. */
export async function removeUnconfirmed({ clock, db }: Pick<AppContext, "clock" | "db">): Promise<void> {
  const isPast = lt(newsletterSubscriptions.mailedAt, ago(clock, confirmDays * day));
  await db.transaction((tx) =>
    removeSubscriptions(tx, and(eq(newsletterSubscriptions.state, "pending"), isPast)),
  );
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

async function createLinkToken(tx: Transaction, clock: Clock, subscriptionId: string, purpose: Purpose) {
  return firstOrThrow(await createLinkTokens(tx, clock, [{ id: subscriptionId }], purpose)).token;
}

/** At least one. Stores only hashes, so that a leaked table is useless. */
export async function createLinkTokens<Subscription extends { readonly id: string }>(
  tx: Transaction,
  clock: Clock,
  subscriptions: readonly Subscription[],
  purpose: Purpose,
): Promise<(Subscription & { readonly token: string })[]> {
  const validUntil = purpose === "confirm" ? new Date(clock.now().getTime() + confirmDays * day) : null;
  const links = subscriptions.map((subscription) => ({
    ...subscription,
    token: randomBytes(32).toString("base64url"),
  }));
  await tx.insert(newsletterLinks).values(
    links.map(({ id, token }) => ({
      tokenHash: hashOf(token),
      subscriptionId: id,
      purpose,
      validUntil,
    })),
  );
  return links;
}

async function findSubscriptionByToken(tx: Transaction, clock: Clock, token: string, purpose: Purpose) {
  const [found] = await tx
    .select({ subscription: newsletterSubscriptions })
    .from(newsletterSubscriptions)
    .innerJoin(newsletterLinks, eq(newsletterLinks.subscriptionId, newsletterSubscriptions.id))
    .where(
      and(
        eq(newsletterLinks.tokenHash, hashOf(token)),
        eq(newsletterLinks.purpose, purpose),
        or(isNull(newsletterLinks.validUntil), gt(newsletterLinks.validUntil, clock.now())),
      ),
    )
    .for("update", { of: newsletterSubscriptions });
  return found?.subscription;
}

async function removeConfirmLinks(tx: Transaction, subscriptionId: string, { until }: { until?: Date } = {}) {
  await tx
    .delete(newsletterLinks)
    .where(
      and(
        eq(newsletterLinks.subscriptionId, subscriptionId),
        eq(newsletterLinks.purpose, "confirm"),
        until && lte(newsletterLinks.validUntil, until),
      ),
    );
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Omits the submitted name: anyone could use it to send text to a stranger. */
function confirmationMail(
  origin: string,
  to: string,
  tokens: { readonly confirm: string; readonly unsubscribe: string },
): Mail {
  const content = {
    to,
    subject: "Confirm your subscription",
    greeting: "New classes in your inbox",
    paragraphs: [
      "Someone asked for Senga's newsletter at this address: one short email when there are new classes, once a week at most.",
      "Confirm within seven days and you're on the list. If it wasn't you, ignore this email: without your click you won't get it.",
    ],
    action: { label: "Confirm my subscription", url: `${origin}/newsletter/confirm?token=${tokens.confirm}` },
    reason: "You're receiving this email because this address was entered in our newsletter form.",
    unsubscribe: unsubscribeUrls(origin, tokens.unsubscribe),
  };
  return layOutMail(content);
}

/** The page for people, and the one-click endpoint for mail programs (RFC 8058). */
export const unsubscribeUrls = (origin: string, token: string) => ({
  page: `${origin}/newsletter/unsubscribe?token=${token}`,
  oneClick: `${origin}/api/newsletter/unsubscribe/${token}`,
});

/** Limits the mail that a stranger can cause to one mailbox. */
const minMailIntervalSeconds = 600;

/** A confirmed subscriber gets no mail, so that strangers can't pester subscribers. */
export function mayMailLink(
  subscription: Pick<typeof newsletterSubscriptions.$inferSelect, "state" | "mailedAt">,
  now: Date,
): boolean {
  const { state, mailedAt } = subscription;
  return (
    state !== "confirmed" &&
    (!mailedAt || now.getTime() - mailedAt.getTime() >= minMailIntervalSeconds * 1000)
  );
}
