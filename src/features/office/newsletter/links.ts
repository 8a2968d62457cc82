import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newsletterLinks, newsletterSubscriptions } from "./tables.ts";

type Purpose = "confirm" | "unsubscribe";

/** An unsubscribe link never expires. */
const confirmDays = 7;

export async function createLinkToken(
  tx: Transaction,
  clock: Clock,
  subscriptionId: string,
  purpose: Purpose,
): Promise<string> {
  const [token] = await createLinkTokens(tx, clock, [subscriptionId], purpose);
  return token!;
}

/**
 * Stores only hashes, so that a leaked table is useless. Returns the tokens in the order of the subscriptions; at
 * least one.
 */
export async function createLinkTokens(
  tx: Transaction,
  clock: Clock,
  subscriptionIds: readonly string[],
  purpose: Purpose,
): Promise<string[]> {
  const validUntil =
    purpose === "confirm" ? new Date(clock.now().getTime() + confirmDays * 86_400_000) : null;
  const links = subscriptionIds.map((subscriptionId) => ({
    token: randomBytes(32).toString("base64url"),
    subscriptionId,
  }));
  await tx.insert(newsletterLinks).values(
    links.map(({ token, subscriptionId }) => ({
      tokenHash: hashOf(token),
      subscriptionId,
      purpose,
      validUntil,
    })),
  );
  return links.map(({ token }) => token);
}

/** Locks the subscription. Undefined for an unknown or expired token. */
export async function findSubscriptionByToken(
  tx: Transaction,
  clock: Clock,
  token: string,
  purpose: Purpose,
): Promise<typeof newsletterSubscriptions.$inferSelect | undefined> {
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

/** @param until removes only the links that expire by then */
export async function removeConfirmLinks(
  tx: Transaction,
  subscriptionId: string,
  { until }: { until?: Date } = {},
): Promise<void> {
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
