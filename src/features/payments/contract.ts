import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars } from "../../platform/money.ts";
import { anyone, endpoint, only, onlyOwn, paymentProvider } from "../accounts/access.ts";
import { email } from "../accounts/contract.ts";
import { problems as classProblems } from "../classes/contract.ts";
import { problems as enrollmentProblems } from "../enrollments/contract.ts";

export const problems = {
  providerUnreachable: {
    code: "payment-provider-unreachable",
    status: 503,
    detail: "The payment service does not answer. Nothing was charged. Try again in a moment.",
  },
  alreadyPaid: {
    code: "already-paid",
    status: 409,
    detail: "This class has been paid for already. You find it under Enrolled Classes.",
  },
  noSeatInTime: {
    code: "no-seats-left",
    status: 409,
    detail: "The last seat was taken while you paid. Nothing was charged: your bank lifts the reservation.",
  },
  paidTwice: {
    code: "already-enrolled",
    status: 409,
    detail: "You are enrolled in this class already. This second payment was not charged.",
  },
  classNotOpen: {
    code: "class-not-open",
    status: 409,
    detail: "This class is not open for enrollment any more. Nothing was charged.",
  },
  mismatch: {
    code: "payment-mismatch",
    status: 409,
    detail: "The payment does not match what this class costs. Nothing was charged. Start the payment again.",
  },
  replaced: {
    code: "payment-replaced",
    status: 409,
    detail:
      "The price changed and a newer payment took this one's place. Nothing was charged. Pay the newer one.",
  },
  notCompleted: {
    code: "payment-not-completed",
    status: 409,
    detail: "This payment is not completed. Nothing was charged. Try again, with another card if need be.",
  },
  notCollected: {
    code: "payment-not-collected",
    status: 409,
    detail: "Your bank did not release the money, so nothing was charged and the seat is free again.",
  },
  refunded: {
    code: "payment-refunded",
    status: 409,
    detail: "This payment was refunded, or its refund is under way. You find it in your Payment History.",
  },
  noSuchPayment: { code: "payment-not-found", status: 404, detail: "There is no such payment." },
  refundUnasked: {
    code: "payment-provider-unreachable",
    status: 503,
    detail: "The payment service does not answer. Nothing was refunded. Try again in a moment.",
  },
  paidElsewhere: {
    code: "payment-made-elsewhere",
    status: 409,
    detail:
      "The payment service knows no such payment: it was made through another account. Refund it there. Nothing was refunded here.",
  },
  refundDecided: {
    code: "refund-decided-already",
    status: 409,
    detail: "This payment was refunded already, or its refund is under way.",
  },
  notYourPayment: { code: "not-your-payment", status: 403, detail: "This payment is another student's." },
  badSignature: { code: "bad-signature", status: 400, detail: "The signature does not fit the body." },
} as const;

const payment = z.object({
  _id: z.string(),
  classId: z.string(),
  className: z.string(),
  price: dollars,
  tax: dollars,
  total: dollars,
  transactionId: z.string(),
  date: z.date().meta({ description: "When the payment was recorded (UTC)" }),
  refunded: z.date().nullable().meta({ description: "When all of it was given back (UTC)" }),
});

export const paymentsContract = {
  "GET /payment-provider": endpoint({
    summary: "What the browser needs to show the card form",
    access: anyone,
    answer: z.object({
      publishableKey: z.string(),
      scriptUrl: z.string().nullable().meta({ description: "The stand-in's script; null for Stripe's own" }),
    }),
  }),
  "POST /create-payment-intent": endpoint({
    summary: "Begin to pay for a class, at its price of this moment",
    access: only("student"),
    body: z.object({ classId: z.uuid() }),
    answer: z.object({ clientSecret: z.string(), price: dollars, tax: dollars, total: dollars }),
    errors: [
      classProblems.noSuchClass,
      enrollmentProblems.alreadyEnrolled,
      enrollmentProblems.noSeatsLeft,
      problems.alreadyPaid,
      problems.providerUnreachable,
    ],
    rate: { calls: 30, seconds: 60 },
  }),
  "POST /payments": endpoint({
    summary: "Settle a payment: the provider is asked, nothing else that is sent is believed",
    access: onlyOwn("record", "student"),
    body: z.object({ transactionId: z.string().regex(/^pi_\w{1,250}$/, "Not a payment intent's id") }),
    answer: z.object({ insertResult: z.object({ insertedId: z.string() }) }),
    errors: [
      problems.noSuchPayment,
      problems.notYourPayment,
      problems.noSeatInTime,
      problems.paidTwice,
      problems.classNotOpen,
      problems.mismatch,
      problems.replaced,
      problems.notCompleted,
      problems.notCollected,
      problems.refunded,
      problems.providerUnreachable,
    ],
  }),
  "GET /payments/{email}": endpoint({
    summary: "The student's payments, newest first",
    access: onlyOwn("email", "student"),
    params: z.object({ email }),
    query: z.object({ ...pageQuery, classId: z.uuid().optional() }),
    answer: z.array(payment),
    paged: true,
  }),
  "POST /admin/payments/{id}/refund": endpoint({
    summary: "Give all of a payment back to the student, whose seat and access to the class end with it",
    access: only("admin"),
    params: z.object({ id: z.uuid() }),
    body: z.object({
      reason: z
        .string()
        .trim()
        .min(1, "Say why: the reason is kept in the audit log")
        .max(500, "Write at most 500 characters"),
    }),
    answer: z.object({
      isRefunded: z.boolean().meta({
        description: "false: the payment provider does not do it now, and is asked again until it has",
      }),
    }),
    errors: [problems.noSuchPayment, problems.refundDecided, problems.paidElsewhere, problems.refundUnasked],
  }),
  "GET /instructor/earnings/{email}": endpoint({
    summary:
      "What was collected and kept for each of the instructor's classes, in the order of their classes",
    access: onlyOwn("email", "instructor"),
    params: z.object({ email }),
    query: z.object(pageQuery),
    answer: z.array(z.object({ classId: z.string(), earnings: dollars })),
    paged: true,
  }),
  "GET /instructor/totals/{email}": endpoint({
    summary:
      "The instructor's classes, the students enrolled in them, and what was collected and kept for all",
    access: onlyOwn("email", "instructor"),
    params: z.object({ email }),
    answer: z.object({ classes: z.int(), students: z.int(), earnings: dollars }),
  }),
  "POST /stripe/webhook": endpoint({
    summary: "News from the payment provider, signed; only the payment's id is read from it",
    access: paymentProvider,
    accepts: "raw",
    answer: z.object({ received: z.literal(true) }),
    errors: [problems.badSignature],
    rate: { calls: 6000, seconds: 60 },
  }),
};
