/** pending ─▶ confirmed by the mailed link (double opt-in); both ─▶ unsubscribed, and a new subscription ─▶ pending. */
export const subscriptionStates = ["pending", "confirmed", "unsubscribed"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Limits the mail that a stranger can cause to one mailbox. */
const minMailIntervalSeconds = 600;

/** A confirmed subscriber gets no mail, so that strangers can't pester subscribers. */
export function mayMailLink(
  subscription: { readonly state: SubscriptionState; readonly mailedAt: Date | null },
  now: Date,
): boolean {
  const { state, mailedAt } = subscription;
  return (
    state !== "confirmed" &&
    (!mailedAt || now.getTime() - mailedAt.getTime() >= minMailIntervalSeconds * 1000)
  );
}
