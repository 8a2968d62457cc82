import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { dollars } from "../../../platform/money.ts";
import { email } from "../../../access/fields.ts";
import { endpoint, only, onlyOwn, roles } from "../../../access/policy.ts";
import { lessonKinds } from "../../classroom/lessons/policy.ts";
import { payment, refundStatus, requiredText } from "./contract.ts";
import {
  problems as paymentProblems,
  answerMissing,
  maxReasonLength,
  maxRequestLength,
  requestMissing,
} from "./policy.ts";

export const problems = problemsOf({
  "409 refund-not-in-policy": "This payment is outside the refund policy. You can ask the school.",
  "409 payment-disputed": "You've disputed this payment with your bank, so it's up to your bank now.",
  "409 refund-by-hand":
    "We can't refund this payment automatically, because it was made through an account we no longer use. Please write to us from the Contact page, and we'll pay you back.",
  "409 refund-requested-already": "You've already asked the school about this payment.",
  "404 refund-request-not-found": "We couldn't find this refund request.",
  "409 refund-request-decided-already": "This request has already been decided. Your click changed nothing.",
});

const seconds = z.int().min(0);
const ranges = z.array(z.tuple([seconds, seconds])).describe("Whole seconds, [from, to)");

const lesson = z.object({
  _id: z.string(),
  title: z.string(),
  kind: z.enum(lessonKinds),
  isRetired: z.boolean(),
  versions: z
    .array(
      z.object({
        film: z
          .object({ seconds: seconds.nullable(), sent: ranges, watched: ranges })
          .nullable()
          .describe("null: a text"),
        words: seconds,
        isOpened: z.boolean(),
      }),
    )
    .describe("What the lesson has shown since the payment, newest first"),
  materials: z.object({ count: seconds, opened: seconds }),
});

export const facts = z.object({
  now: z.date(),
  capturedAt: z.date().describe("When the payment was collected (UTC)"),
  firstLessonAt: z
    .date()
    .nullable()
    .describe(
      "When the class got its first lesson (UTC). The 7 days begin then, or with the payment if that was later",
    ),
  paidPercent: z.int().describe("What was paid, in percent of the class's price at that time"),
  weightAtPurchase: seconds.describe("Seconds that the class held then"),
  lessons: z.array(lesson).describe("Without previews, in order"),
  withdrawals: z
    .object({ ofThisClass: seconds, lately: seconds })
    .describe("The student's earlier ones: of this class, and of all classes in 90 days"),
});

const line = z.object({ says: z.string(), number: z.int(), limit: z.int(), holds: z.boolean() });
const keptStanding = z.object({
  days: line,
  share: line.describe("In tenths of a percent"),
  price: line,
  until: z.iso.datetime().nullable(),
  opened: seconds,
  total: seconds,
  heldBack: z.enum(["same-class-again", "many-withdrawals"]).nullable(),
});

export const refundContract = {
  "GET /payments/{email}/{id}/refund": endpoint({
    summary: "Where a payment stands in the refund policy: the facts, down to the lesson, and what was asked",
    access: onlyOwn("email", ...roles),
    params: z.object({ email, id: z.uuid() }),
    answer: payment.extend({
      facts,
      withdrawn: z.date().nullable(),
      request: z
        .object({
          text: z.string(),
          date: z.date(),
          decision: z.enum(["granted", "declined"]).nullable(),
          decided: z.date().nullable(),
          answer: z.string().nullable(),
        })
        .nullable(),
    }),
    errors: [paymentProblems["payment-not-found"], paymentProblems["not-your-payment"]],
  }),
  "POST /payments/{id}/refund": endpoint({
    summary: "Withdraw from the class: the policy is applied, and all of the payment goes back",
    access: onlyOwn("record", ...roles),
    params: z.object({ id: z.uuid() }),
    answer: z.object({ isRefunded: z.boolean(), refundStatus }),
    errors: [
      paymentProblems["payment-not-found"],
      paymentProblems["not-your-payment"],
      problems["refund-not-in-policy"],
      problems["payment-disputed"],
      problems["refund-by-hand"],
    ],
  }),
  "POST /payments/{id}/refund-request": endpoint({
    summary: "Ask the school for a refund that the policy does not give",
    access: onlyOwn("record", ...roles),
    params: z.object({ id: z.uuid() }),
    body: z.object({ text: requiredText(requestMissing, maxRequestLength) }),
    answer: z.object({ insertedId: z.string() }),
    errors: [
      paymentProblems["payment-not-found"],
      paymentProblems["not-your-payment"],
      paymentProblems["refund-decided-already"],
      problems["refund-requested-already"],
    ],
  }),
  "GET /admin/refund-requests": endpoint({
    summary: "Students' requests for a refund that wait for a decision, oldest first",
    access: only("admin"),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        text: z.string(),
        date: z.date().describe("When it was written (UTC)"),
        standing: keptStanding.describe("What was true then"),
        payment: z.object({
          _id: z.string(),
          className: z.string(),
          studentName: z.string(),
          studentEmail: z.string(),
          total: dollars,
          kept: dollars.describe("What is left of the total after refunds and lost disputes"),
          date: z.date(),
          transactionId: z.string(),
          hasSeat: z.boolean(),
        }),
      }),
    ),
    paged: true,
  }),
  "POST /admin/refund-requests/{id}/decline": endpoint({
    summary: "Decline a request, with the answer that the student reads; a refund grants it",
    access: only("admin"),
    params: z.object({ id: z.uuid() }),
    body: z.object({ answer: requiredText(answerMissing, maxReasonLength) }),
    answer: z.object({ modifiedCount: z.int() }),
    errors: [problems["refund-request-not-found"], problems["refund-request-decided-already"]],
  }),
};
