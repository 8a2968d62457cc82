import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { asPayment } from "./as-payment.ts";
import { declineRequest } from "./decide-refund-request.ts";
import { moneyBackOf } from "./queries.ts";
import { readOwnStanding } from "./read-standing.ts";
import type { refundContract } from "./refund-contract.ts";
import { listRefundRequests } from "./refund-requests-query.ts";
import { requestRefund } from "./request-refund.ts";
import { withdrawFromClass } from "./withdraw-from-class.ts";

export function refundApi(context: AppContext): Handlers<typeof refundContract, CallerFor> {
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
    "GET /admin/refund-requests": async ({ query }) => {
      const page = await listRefundRequests(context.db, query);
      return {
        ...page,
        rows: page.rows.map(({ request, payment, student }) => ({
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
            refundedAmount: payment.refundedCents,
            date: payment.createdAt,
            transactionId: payment.intentId,
            hasSeat: payment.seatReturnedAt === null,
          },
        })),
      };
    },
    "POST /admin/refund-requests/{id}/decline": async ({ caller, params, body }) => {
      await declineRequest(context, caller, params.id, body.answer);
      return { modifiedCount: 1 };
    },
  };
}
