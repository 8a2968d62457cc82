/** "challenge" leaves the decision to the 3-D Secure window. */
export type Outcome = "approved" | "challenge" | DeclineReason;

export type DeclineReason = keyof typeof declines;

/** https://docs.stripe.com/declines/codes */
export const declines = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  test_mode_live_card: {
    code: "card_declined",
    message:
      "Your card was declined. This is a test server: only test cards work here, such as 4242 4242 4242 4242, and no card is ever charged.",
  },
} as const satisfies Record<string, { code: string; message: string }>;

export type Afterwards = "refund-pending" | "refund-fails-later" | "dispute";

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly outcome: Outcome;
  readonly afterwards?: Afterwards;
  readonly effect: string;
}

/** Any future date and any security code work. https://docs.stripe.com/testing */
export const testCards: readonly TestCard[] = [
  card("4242424242424242", "visa", "approved", "Succeeds"),
  card("5555555555554444", "mastercard", "approved", "Succeeds"),
  card("378282246310005", "amex", "approved", "Succeeds"),
  card("4000002500003155", "visa", "challenge", "Asks the bank (3-D Secure)"),
  card("4000002760003184", "visa", "challenge", "Asks the bank (3-D Secure)"),
  {
    ...card("4000000000007726", "visa", "approved", "A refund is pending, and goes through a minute later"),
    afterwards: "refund-pending",
  },
  {
    ...card("4000000000005126", "visa", "approved", "A refund goes through, and fails a minute later"),
    afterwards: "refund-fails-later",
  },
  {
    ...card("4000000000000259", "visa", "approved", "Disputed as fraudulent as soon as it is collected"),
    afterwards: "dispute",
  },
  card("4000000000000002", "visa", "generic_decline", "Declined"),
  card("4000000000009995", "visa", "insufficient_funds", "Declined: insufficient funds"),
  card("4000000000000069", "visa", "expired_card", "Declined: expired"),
  card("4000000000000127", "visa", "incorrect_cvc", "Declined: wrong security code"),
  card("4000000000000119", "visa", "processing_error", "Declined: error at the bank"),
];

function card(number: string, brand: string, outcome: Outcome, effect: string): TestCard {
  return { number, brand, outcome, effect };
}

export function passesLuhn(number: string): boolean {
  const sum = number
    .split("")
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
