import { Problem } from "../../../platform/errors.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { asPayment } from "./as-payment.ts";
import { type paymentsContract, problems } from "./contract.ts";
import { listEarnings, listPayments, listUnknownPayments, sumTeaching } from "./queries.ts";
import { exportPayments } from "./export-payments.ts";
import { listCollectedPayments } from "./list-collected.ts";
import { refundPayment, repayPayment } from "./refund-payment.ts";
import { reportPayment } from "./report-payment.ts";
import { requestPayment } from "./request-payment.ts";
import { settlePayment } from "./settle-payment.ts";

export function paymentsApi(context: AppContext): Handlers<typeof paymentsContract, CallerFor> {
  return {
    "GET /payment-provider": async () => ({
      publishableKey: context.stripe.publishableKey,
      scriptUrl: context.stripe.scriptUrl ?? null,
    }),
    "POST /create-payment-intent": ({ caller, body }) => requestPayment(context, caller, body.classId),
    "POST /payments": async ({ caller, body }) => ({
      insertResult: { insertedId: await reportPayment(context, caller, body.transactionId) },
    }),
    "GET /payments/{email}": async ({ caller, query }) => {
      const page = await listPayments(context.db, caller, query);
      return { ...page, rows: page.rows.map(asPayment) };
    },
    "POST /admin/payments/{id}/refund": async ({ caller, params, body }) => {
      const refundStatus = await refundPayment(context, caller, params.id, body.reason);
      return { isRefunded: refundStatus === "refunded", refundStatus };
    },
    "POST /admin/payments/{id}/repaid": async ({ caller, params, body }) => {
      await repayPayment(context, caller, params.id, body.note);
      return { modifiedCount: 1 };
    },
    "GET /admin/payments/latest": async ({ query }) => {
      const page = await listCollectedPayments(context.db, query);
      return { ...page, rows: page.rows.map(({ id, ...payment }) => ({ _id: id, ...payment })) };
    },
    "GET /admin/export/payments": async ({ query }) => exportPayments(context.db, query),
    "GET /admin/unknown-payments": () => listUnknownPayments(context.db),
    "GET /instructor/earnings/{email}": ({ caller, query }) => listEarnings(context.db, caller, query),
    "GET /instructor/totals/{email}": ({ caller }) => sumTeaching(context.db, caller),
    "POST /stripe/webhook": async ({ request }) => {
      const signature = request?.headers["stripe-signature"];
      const event = context.stripe.verifyWebhook(
        request?.body as Buffer,
        typeof signature === "string" ? signature : "",
      );
      if (!event) throw new Problem(problems.badSignature);
      // Trust only the id.
      if (event.intentId) await settlePayment(context, event.intentId);
      return { received: true };
    },
  };
}
