import type { Settings } from "../../../settings/settings.ts";

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

export interface Seller {
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
