/** pending ─▶ confirmed by the mailed link (double opt-in); both ─▶ unsubscribed, and a new subscription ─▶ pending. */
export const subscriptionStates = ["pending", "confirmed", "unsubscribed"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Limits the mail that a stranger can cause to one address. */
const mailPauseSeconds = 600;

/** A confirmed subscriber gets no mail, so that strangers cannot pester subscribers. */
export function isMailedLink(
  subscription: { readonly state: SubscriptionState; readonly mailedAt: Date | null },
  now: Date,
): boolean {
  const { state, mailedAt } = subscription;
  return (
    state !== "confirmed" && (!mailedAt || now.getTime() - mailedAt.getTime() >= mailPauseSeconds * 1000)
  );
}
