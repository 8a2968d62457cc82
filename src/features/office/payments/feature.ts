import { Readable } from "node:stream";
import { eq, isNull } from "drizzle-orm";
import { UpstreamError, Problem, type ProblemType } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { after, type Handlers, withId } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Database } from "../../../platform/database.ts";
import { byId, mapPage, type PageQuery, readPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import { defineFeature, job } from "../../feature.ts";
import {
  type PaymentRow,
  exportPayments,
  keptCents,
  listCollectedPayments,
  listEarnings,
  listPayments,
  listUnknownPayments,
  moneyBackOf,
  sumTeaching,
} from "./queries.ts";
import { paymentsContract, receiptContract } from "./contract.ts";
import { notAnswered, problems } from "./policy.ts";
import { settlePayment } from "./settle-payment.ts";
import { type Refusal, refundStateOf } from "./state.ts";
import { refundPayment, repayPayment } from "./refund-payment.ts";
import { requestPayment } from "./request-payment.ts";
import { readReceipt } from "./read-receipt.ts";
import { payments, refundRequests } from "./tables.ts";
import { declineRequest, readOwnStanding, requestRefund } from "./refund-requests.ts";
import { refundContract } from "./refund-contract.ts";
import { withdrawFromClass } from "./withdraw-from-class.ts";
import {
  createLostPaymentSearch,
  inBatches,
  reconcilePayments,
  removeAbandonedAttempts,
  reviewPayments,
} from "./payment-jobs.ts";
import type { PaymentContext } from "./run-provider-step.ts";

const asPayment = ({ payment: row, ...moneyBack }: PaymentRow) => ({
  _id: row.id,
  classId: row.classId,
  className: row.className,
  price: row.priceCents,
  tax: row.taxCents,
  total: row.totalCents,
  transactionId: row.intentId,
  date: row.createdAt,
  isCollected: row.capturedAt !== null,
  refunded: row.refundedAt,
  ...moneyBack,
});

const refusalProblems: Record<Refusal, ProblemType> = {
  "class-not-open": problems["class-not-open"],
  "already-enrolled": problems["already-enrolled"],
  "no-seats-left": problems["no-seats-left"],
  mismatch: problems["payment-mismatch"],
  replaced: problems["payment-replaced"],
  "paid-late": problems["payment-replaced"],
  "paid-already": problems["already-enrolled"],
  "no-consent": problems["guardian-consent-missing"],
  "account-deleted": problems["payment-not-found"],
  "account-gone": problems["payment-not-found"],
};

/** Idempotent. Throws payment-not-found, not-your-payment, or the reason for the refusal. */
async function reportPayment(context: PaymentContext, student: Person, intentId: string): Promise<string> {
  const settlement = await settlePayment(context, intentId, student).catch((error: unknown) => {
    // The authorization is not lost: the webhook or the reconciler settles it.
    throw error instanceof UpstreamError ? new Problem(notAnswered) : error;
  });
  if (!settlement) throw new Problem(problems["payment-not-found"]);
  const { state, refusal, paymentId } = settlement;
  if ((state === "seated" || state === "paid") && paymentId) return paymentId;
  if (refusal) throw new Problem(refusalProblems[refusal]);
  if (refundStateOf(state, 0) !== "none") throw new Problem(problems["payment-refunded"]);
  throw new Problem(
    state === "reversed" ? problems["payment-not-collected"] : problems["payment-not-completed"],
  );
}

function paymentsApi(context: AppContext): Handlers<typeof paymentsContract, CallerFor> {
  return {
    "GET /payment-provider": async () => ({
      publishableKey: context.stripe.publishableKey,
      scriptUrl: context.stripe.scriptUrl ?? null,
    }),
    "POST /create-payment-intent": ({ caller, body }) => requestPayment(context, caller, body.classId),
    "POST /payments": async ({ caller, body }) => ({
      insertResult: { insertedId: await reportPayment(context, caller, body.transactionId) },
    }),
    "GET /payments/{email}": async ({ caller, query }) =>
      mapPage(await listPayments(context.db, caller, query), asPayment),
    "POST /admin/payments/{id}/refund": async ({ caller, params, body }) => {
      const refundStatus = await refundPayment(context, caller, params.id, body.reason);
      return { isRefunded: refundStatus === "refunded", refundStatus };
    },
    "POST /admin/payments/{id}/repaid": ({ caller, params, body }) =>
      after(repayPayment(context, caller, params.id, body.note), { modifiedCount: 1 }),
    "GET /admin/payments/latest": async ({ query }) =>
      mapPage(await listCollectedPayments(context.db, query), withId),
    "GET /admin/export/payments": async ({ query }) => exportPayments(context.db, query),
    "GET /admin/unknown-payments": () => listUnknownPayments(context.db),
    "GET /instructor/earnings/{email}": ({ caller, query }) => listEarnings(context.db, caller, query),
    "GET /instructor/totals/{email}": ({ caller }) => sumTeaching(context.db, caller),
    "POST /stripe/webhook": async ({ request }) => {
      const signature = request.headers["stripe-signature"];
      const event =
        Buffer.isBuffer(request.body) &&
        context.stripe.verifyWebhook(request.body, typeof signature === "string" ? signature : "");
      if (!event) throw new Problem(problems["bad-signature"]);
      // Only the id is trusted.
      if (event.intentId) await settlePayment(context, event.intentId);
      return { received: true };
    },
  };
}

function receiptApi(context: AppContext): Handlers<typeof receiptContract, CallerFor> {
  return {
    "GET /receipts/{id}": ({ caller, params }) => readReceipt(context, caller, params.id),
    "GET /receipts/{id}/pdf": async ({ caller, params }) => {
      const receipt = await readReceipt(context, caller, params.id);
      const { drawReceipt } = await import("./draw-receipt.ts");
      return Readable.from([
        await drawReceipt(receipt, `${context.settings.origin}/dashboard/receipts/${receipt._id}`),
      ]);
    },
  };
}

const oldestFirst = byId(refundRequests.id, "ascending");

async function listRefundRequests(db: Database, { limit, cursor }: PageQuery) {
  return readPage(
    db
      .select({
        request: refundRequests,
        payment: payments,
        student: { name: users.name, email: users.email },
      })
      .from(refundRequests)
      .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
      .innerJoin(users, eq(users.id, payments.studentId)),
    { keys: oldestFirst, condition: isNull(refundRequests.decision), limit, cursor },
    ({ request }) => [request.id],
  );
}

function refundApi(context: AppContext): Handlers<typeof refundContract, CallerFor> {
  return {
    "GET /payments/{email}/{id}/refund": async ({ caller, params }) => {
      const { payment, attempt, facts, request } = await readOwnStanding(context, caller, params.id);
      return {
        ...asPayment({ payment, ...moneyBackOf(attempt.state, payment) }),
        facts,
        withdrawn: payment.withdrawnAt,
        request: request
          ? {
              text: request.text,
              date: request.createdAt,
              decision: request.decision,
              decided: request.decidedAt,
              answer: request.answer,
            }
          : null,
      };
    },
    "POST /payments/{id}/refund": async ({ caller, params }) => {
      const refundStatus = await withdrawFromClass(context, caller, params.id);
      return { isRefunded: refundStatus === "refunded", refundStatus };
    },
    "POST /payments/{id}/refund-request": async ({ caller, params, body }) => ({
      insertedId: await requestRefund(context, caller, params.id, body.text),
    }),
    "GET /admin/refund-requests": async ({ query }) =>
      mapPage(await listRefundRequests(context.db, query), ({ request, payment, student }) => ({
        _id: request.id,
        text: request.text,
        date: request.createdAt,
        standing: request.standing,
        payment: {
          _id: payment.id,
          className: payment.className,
          studentName: student.name,
          studentEmail: student.email,
          total: payment.totalCents,
          kept: keptCents(payment),
          date: payment.createdAt,
          transactionId: payment.intentId,
          hasSeat: payment.seatReturnedAt === null,
        },
      })),
    "POST /admin/refund-requests/{id}/decline": ({ caller, params, body }) =>
      after(declineRequest(context, caller, params.id, body.answer), { modifiedCount: 1 }),
  };
}

export const paymentsFeature = defineFeature({
  name: "Payments",
  contract: { ...paymentsContract, ...refundContract, ...receiptContract },
  handlers: (context) => ({ ...paymentsApi(context), ...refundApi(context), ...receiptApi(context) }),
  jobs: [
    job("abandoned payments", 3600, removeAbandonedAttempts),
    job("payments", 20, inBatches(reconcilePayments)),
    { name: "lost payments", seconds: 60, create: createLostPaymentSearch },
    job("collected payments", 60, inBatches(reviewPayments)),
  ],
});
