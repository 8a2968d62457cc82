const cardNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

export const paidWith = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${cardNames[brand] ?? "Card"} ending in ${last4}`;

const failures: Readonly<Record<string, string>> = {
  lost_or_stolen_card: "the card was reported lost or stolen.",
  expired_or_canceled_card: "the card has expired or was canceled.",
  charge_for_pending_refund_disputed: "the student has disputed the payment.",
  charge_disputed: "the student has disputed the payment. The bank will decide.",
  insufficient_funds: "the balance at the payment provider is too low.",
  balance_insufficient: "the balance at the payment provider is too low.",
  declined: "the student's bank declined the refund.",
  merchant_request: "it was canceled at the payment provider.",
};

/** Completes "The refund failed, because …". */
export const failureInWords = (failure: string | null): string =>
  failures[failure ?? ""] ?? "the student's bank sent the refund back.";

const reasons: Readonly<Record<string, string>> = {
  fraudulent: "the cardholder says they didn't make this payment.",
  duplicate: "the cardholder says they were charged twice.",
  product_not_received: "the cardholder says they never got the class.",
  product_unacceptable: "the cardholder says the class isn't what was promised.",
  credit_not_processed: "the cardholder says a promised refund never came.",
  unrecognized: "the cardholder doesn't recognize the payment.",
};

export const reasonInWords = (reason: string | null): string =>
  reasons[reason ?? ""] ?? "the cardholder disputes the payment.";
