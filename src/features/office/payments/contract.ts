import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { dollars } from "../../../platform/money.ts";
import { searchWords } from "../../../platform/search-words.ts";
import { email, written } from "../../../access/fields.ts";
import {
  anyone,
  endpoint,
  only,
  onlyOwn,
  paymentProvider,
  roles,
  type PersonAccess,
} from "../../../access/policy.ts";
import { csv, exportRate } from "../../school/audit/contract.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import {
  maxReasonLength,
  notAnswered,
  noteMissing,
  problems,
  reasonMissing,
  refundUnasked,
} from "./policy.ts";
import { refundStates, unknownReasons } from "./state.ts";

export const requiredText = (missing: string, longest: number) =>
  written("Leave out control characters").min(1, missing).max(longest, `Write at most ${longest} characters`);

export const refundStatus = z
  .enum(["refunded", "pending", "failed"])
  .describe("pending: the provider, or the bank, has not done it yet. failed: refused; try again later");

const moneyBack = {
  refundedAmount: dollars.describe("What the payment provider has given back by now"),
  kept: dollars.describe("What is left of the total after refunds and lost disputes"),
  refundStatus: z
    .enum(refundStates)
    .describe(
      "partial: a part was given back. failed: the bank did not take the refund, and an admin has to act. repaid: paid back another way",
    ),
  dispute: z
    .object({ status: z.enum(["open", "won", "lost"]), amount: dollars })
    .nullable()
    .describe("The student's bank asks for the money back; won: the school keeps it"),
} as const;

export const payment = z.object({
  _id: z.string(),
  classId: z.string(),
  className: z.string(),
  price: dollars,
  tax: dollars,
  total: dollars,
  transactionId: z.string(),
  date: z.date().describe("When the payment was recorded (UTC)"),
  isCollected: z.boolean().describe("false: the provider has not collected it from the card yet"),
  refunded: z.date().nullable().describe("When all of it was given back (UTC)"),
  ...moneyBack,
});

const paymentFilters = {
  q: searchWords
    .optional()
    .describe(
      "Words of the student's name or email or of the class's name; or the student's or transaction's id",
    ),
  refund: z
    .enum(["failed"])
    .optional()
    .describe(
      "Only payments whose refund failed, or can't be made because the payment was made through another Stripe account",
    ),
};
export const paymentsContract = {
  "GET /payment-provider": endpoint({
    summary: "What the browser needs to show the card form",
    access: anyone,
    answer: z.object({
      publishableKey: z.string(),
      scriptUrl: z.string().nullable().describe("The sandbox's script; null for Stripe's own"),
    }),
  }),
  "POST /create-payment-intent": endpoint({
    summary: "Begin to pay for a class, at its price of this moment",
    access: only("student"),
    body: z.object({ classId: z.uuid() }),
    answer: z.object({ clientSecret: z.string(), price: dollars, tax: dollars, total: dollars }),
    errors: [
      classProblems["class-not-found"],
      enrollmentProblems["already-enrolled"],
      enrollmentProblems["no-seats-left"],
      problems["guardian-consent-missing"],
      problems["already-paid"],
      problems["payment-provider-unreachable"],
    ],
    rate: { calls: 30, seconds: 60 },
  }),
  "POST /payments": endpoint({
    summary: "Settle a payment: the provider is asked, nothing else that is sent is believed",
    access: onlyOwn("record", "student"),
    body: z.object({ transactionId: z.string().regex(/^pi_\w{1,250}$/, "Not a payment intent's id") }),
    answer: z.object({ insertResult: z.object({ insertedId: z.string() }) }),
    errors: [
      problems["payment-not-found"],
      problems["not-your-payment"],
      problems["no-seats-left"],
      problems["already-enrolled"],
      problems["class-not-open"],
      problems["payment-mismatch"],
      problems["payment-replaced"],
      problems["guardian-consent-missing"],
      problems["payment-not-completed"],
      problems["payment-not-collected"],
      problems["payment-refunded"],
      notAnswered,
    ],
  }),
  "GET /payments/{email}": endpoint({
    summary: "The person's own payments, whatever their role is now, newest first",
    access: onlyOwn("email", ...roles),
    params: z.object({ email }),
    query: z.object({
      ...pageQuery,
      classId: z.uuid().optional(),
      selectionId: z.uuid().optional().describe("The selected class that was paid for; paying removes it"),
    }),
    answer: z.array(payment),
    paged: true,
  }),
  "POST /admin/payments/{id}/refund": endpoint({
    summary: "Give all of a payment back to the student, whose seat and access to the class end with it",
    access: only("admin"),
    params: z.object({ id: z.uuid() }),
    body: z.object({ reason: requiredText(reasonMissing, maxReasonLength) }),
    answer: z.object({ isRefunded: z.boolean(), refundStatus }),
    errors: [
      problems["payment-not-found"],
      problems["refund-decided-already"],
      problems["payment-made-elsewhere"],
      refundUnasked,
    ],
  }),
  "POST /admin/payments/{id}/repaid": endpoint({
    summary:
      "Note that a payment was paid back another way, because its refund failed or it was made through another account at the payment provider; seat and access end with it if they have not",
    access: only("admin"),
    params: z.object({ id: z.uuid() }),
    body: z.object({ note: requiredText(noteMissing, maxReasonLength) }),
    answer: z.object({ modifiedCount: z.int() }),
    errors: [problems["payment-not-found"], problems["refund-not-failed"], refundUnasked],
  }),
  "GET /admin/unknown-payments": endpoint({
    summary: "Charges at the payment provider that the site has no record of and cannot decide about",
    access: only("admin"),
    answer: z
      .array(
        z.object({
          transactionId: z.string(),
          amount: dollars,
          currency: z.string(),
          date: z.date().describe("When the payment was begun, by the provider (UTC)"),
          reason: z
            .enum(unknownReasons)
            .describe(
              "other-site: it names a student and a class of this school, but another site. unreadable: its metadata was changed. refund-pending: the bank has not answered. refund-failed: the provider refuses to give it back",
            ),
        }),
      )
      .describe("The newest hundred"),
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
    errors: [problems["bad-signature"]],
  }),
  "GET /admin/payments/latest": endpoint({
    summary: "The payments that were collected, newest first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      ...paymentFilters,
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        className: z.string(),
        studentName: z.string(),
        studentEmail: z.string(),
        price: dollars,
        tax: dollars,
        total: dollars,
        transactionId: z.string(),
        date: z.date().describe("When the payment was recorded (UTC)"),
        refunded: z.date().nullable().describe("When all of it was given back (UTC)"),
        isRefunding: z.boolean().describe("A refund was decided and is not through yet"),
        ...moneyBack,
        refundFailure: z
          .string()
          .nullable()
          .describe(
            "The provider's word for why the refund failed, if it gave one. made_elsewhere: it can't be refunded, because the provider doesn't know the payment",
          ),
        disputeReason: z.string().nullable().describe("The provider's word for what the bank says"),
        hasSeat: z.boolean().describe("false: the seat and the access ended with the refund"),
      }),
    ),
    paged: true,
  }),
  "GET /admin/export/payments": endpoint({
    summary: "The payments as CSV, with the same filters as their list",
    access: only("admin"),
    query: z.object(paymentFilters),
    answer: csv,
    download: "payments.csv",
    rate: exportRate,
  }),
};

const ownOrAdmin: PersonAccess = { ...onlyOwn("record", ...roles), exceptFor: ["admin"] };
const errors = [problems["payment-not-found"], problems["not-your-payment"]] as const;

const receipt = z.object({
  _id: z.string(),
  transactionId: z.string(),
  date: z.date().describe("When the payment was collected (UTC)"),
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    taxId: z.string().nullable(),
    email: z.string(),
    isNamed: z.boolean().describe("false: SCHOOL_NAME and SCHOOL_ADDRESS are not set"),
  }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  className: z.string(),
  instructorName: z.string(),
  price: dollars,
  tax: dollars,
  total: dollars,
  card: z
    .object({ brand: z.string(), last4: z.string() })
    .nullable()
    .describe(
      "With the payment provider's word for the brand; null for payments from before the card was stored",
    ),
  returned: z
    .array(z.object({ says: z.string(), date: z.date().nullable(), amount: dollars }))
    .describe("What went back to the buyer"),
  kept: dollars.describe("The total, without what went back"),
  note: z.string().nullable().describe("Of a refund that is on its way, or failed"),
});

export const receiptContract = {
  "GET /receipts/{id}": endpoint({
    summary: "The receipt of a payment, with what went back of it",
    access: ownOrAdmin,
    params: z.object({ id: z.uuid() }),
    answer: receipt,
    errors,
  }),
  "GET /receipts/{id}/pdf": endpoint({
    summary: "The receipt as a PDF, tagged for screen readers",
    access: ownOrAdmin,
    params: z.object({ id: z.uuid() }),
    answer: z.string().describe("PDF 1.7"),
    download: "receipt.pdf",
    errors,
    rate: { calls: 30, seconds: 60 },
  }),
};
