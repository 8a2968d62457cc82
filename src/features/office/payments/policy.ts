import type { Settings } from "../../../settings/settings.ts";

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

export const maxReasonLength = 500;
export const reasonMissing = "Enter a reason for the audit log";
export const noteMissing = "Enter how it was paid back, for the audit log";
export const maxRequestLength = 2000;
export const requestMissing = "Write why you’d like a refund";
export const answerMissing = "Write why, for the student";

export const problems = {
  providerUnreachable: {
    code: "payment-provider-unreachable",
    status: 503,
    detail: "The payment service isn't responding. You haven't been charged. Please try again in a moment.",
  },
  notAnswered: {
    code: "payment-provider-unreachable",
    status: 503,
    detail: "The payment service isn't responding. Your payment isn't lost: we'll finish it once it does.",
  },
  alreadyPaid: {
    code: "already-paid",
    status: 409,
    detail: "You've already paid for this class. It's under Enrolled Classes.",
  },
  noConsent: {
    code: "guardian-consent-missing",
    status: 403,
    detail: "You can pay once your parent or guardian has agreed. The class stays selected until then.",
  },
  noSeatInTime: {
    code: "no-seats-left",
    status: 409,
    detail:
      "Someone took the last seat while you were paying. You weren't charged: your bank will release the hold.",
  },
  paidTwice: {
    code: "already-enrolled",
    status: 409,
    detail: "You're already enrolled. You weren't charged for this second payment.",
  },
  classNotOpen: {
    code: "class-not-open",
    status: 409,
    detail: "This class is no longer open for enrollment. You weren't charged.",
  },
  mismatch: {
    code: "payment-mismatch",
    status: 409,
    detail: "This payment doesn't match what the class costs. You weren't charged. Please pay again.",
  },
  replaced: {
    code: "payment-replaced",
    status: 409,
    detail:
      "The price has changed since you opened this page. You weren't charged. Please pay at the new price.",
  },
  notCompleted: {
    code: "payment-not-completed",
    status: 409,
    detail:
      "This payment didn't go through. You weren't charged. Please try again, with another card if needed.",
  },
  notCollected: {
    code: "payment-not-collected",
    status: 409,
    detail: "Your bank declined the payment, so you weren't charged and your seat was released.",
  },
  refunded: {
    code: "payment-refunded",
    status: 409,
    detail: "This payment has been refunded, or the refund is on its way. See your Payment History.",
  },
  noSuchPayment: { code: "payment-not-found", status: 404, detail: "There is no such payment." },
  refundUnasked: {
    code: "payment-provider-unreachable",
    status: 503,
    detail: "The payment service isn't responding. Nothing was refunded. Please try again in a moment.",
  },
  paidElsewhere: {
    code: "payment-made-elsewhere",
    status: 409,
    detail:
      "The payment service doesn't know this payment, because it was made through another account. Nothing was refunded; refund it there.",
  },
  refundDecided: {
    code: "refund-decided-already",
    status: 409,
    detail: "This payment has already been refunded, or the refund is on its way.",
  },
  refundNotFailed: {
    code: "refund-not-failed",
    status: 409,
    detail: "Only a payment whose refund has failed can be marked as paid back.",
  },
  notYourPayment: {
    code: "not-your-payment",
    status: 403,
    detail: "This payment belongs to another student.",
  },
  badSignature: { code: "bad-signature", status: 400, detail: "The signature does not fit the body." },
} as const;

interface Seller {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
  readonly email: string;
  readonly isNamed: boolean;
}

/** The site if the settings name no school. */
export const sellerOf = ({ school, supportEmail }: Pick<Settings, "school" | "supportEmail">): Seller => ({
  name: school?.name ?? "Senga",
  address: school?.address ?? null,
  taxId: school?.taxId ?? null,
  email: supportEmail,
  isNamed: school !== undefined,
});
