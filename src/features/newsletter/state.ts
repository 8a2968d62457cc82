/**
 * A subscription to the newsletter. Nobody gets it who has not confirmed by a mailed link that the address is theirs.
 *
 *              subscribe             confirm
 *     nothing ───────────▶ pending ───────────▶ confirmed
 *                           ▲  │                    │
 *                 subscribe │  │ unsubscribe        │ unsubscribe
 *                           │  ▼                    │
 *                       unsubscribed ◀──────────────┘
 */
export const subscriptionStates = ["pending", "confirmed", "unsubscribed"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Seconds between two mails to one address: a stranger with the form must not fill somebody's mailbox. */
const mailPauseSeconds = 600;

/**
 * Whether somebody who asks to subscribe is mailed a link. A confirmed address is not: what they asked for is so already,
 * and a mail to say it would let strangers pester subscribers.
 */
export function isMailedLink(
  subscription: { readonly state: SubscriptionState; readonly mailedAt: Date | null },
  now: Date,
): boolean {
  const { state, mailedAt } = subscription;
  return (
    state !== "confirmed" && (!mailedAt || now.getTime() - mailedAt.getTime() >= mailPauseSeconds * 1000)
  );
}
