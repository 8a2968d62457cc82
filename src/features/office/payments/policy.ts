import { problemsOf } from "../../../platform/errors.ts";
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

/** In place of the provider's word for why a refund failed. */
export const madeElsewhere = "made_elsewhere";

const failures: Readonly<Record<string, string>> = {
  lost_or_stolen_card: "the card was reported lost or stolen.",
  expired_or_canceled_card: "the card has expired or was canceled.",
  charge_for_pending_refund_disputed: "the student has disputed the payment.",
  charge_disputed: "the student has disputed the payment. The bank will decide.",
  insufficient_funds: "the balance at the payment provider is too low.",
  balance_insufficient: "the balance at the payment provider is too low.",
  declined: "the student's bank declined the refund.",
  merchant_request: "it was canceled at the payment provider.",
  [madeElsewhere]:
    "the payment was made through another Stripe account. Refund it there, then mark it as paid back.",
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

export const problems = problemsOf({
  "503 payment-provider-unreachable":
    "The payment service isn't responding. You haven't been charged. Please try again in a moment.",
  "409 already-paid": "You've already paid for this class. It's under Enrolled Classes.",
  "403 guardian-consent-missing":
    "You can pay once your parent or guardian has agreed. The class stays selected until then.",
  "409 no-seats-left":
    "Someone took the last seat while you were paying. You weren't charged: your bank will release the hold.",
  "409 already-enrolled": "You're already enrolled. You weren't charged for this second payment.",
  "409 class-not-open": "This class is no longer open for enrollment. You weren't charged.",
  "409 payment-mismatch":
    "This payment doesn't match what the class costs. You weren't charged. Please pay again.",
  "409 payment-replaced":
    "The price has changed since you opened this page. You weren't charged. Please pay at the new price.",
  "409 payment-not-completed":
    "This payment didn't go through. You weren't charged. Please try again, with another card if needed.",
  "409 payment-not-collected":
    "Your bank declined the payment, so you weren't charged and your seat was released.",
  "409 payment-refunded":
    "This payment has been refunded, or the refund is on its way. See your Payment History.",
  "404 payment-not-found": "There is no such payment.",
  "409 payment-made-elsewhere":
    "The payment service doesn't know this payment, because it was made through another account. Nothing was refunded. Refund it there, then mark it as paid back.",
  "409 refund-decided-already": "This payment has already been refunded, or the refund is on its way.",
  "409 refund-not-failed":
    "Only a payment whose refund has failed, or that was made through another account, can be marked as paid back.",
  "403 not-your-payment": "This payment belongs to another student.",
  "400 bad-signature": "The signature does not fit the body.",
});

/** Other texts of payment-provider-unreachable. */
export const notAnswered = {
  code: "payment-provider-unreachable",
  status: 503,
  detail: "The payment service isn't responding. Your payment isn't lost: we'll finish it once it does.",
} as const;
export const refundUnasked = {
  code: "payment-provider-unreachable",
  status: 503,
  detail: "The payment service isn't responding. Nothing was refunded. Please try again in a moment.",
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
