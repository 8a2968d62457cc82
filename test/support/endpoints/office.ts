import type { EndpointCase } from "./endpoint-case.ts";

export const office = {
  "POST /newsletter": {
    send: () => ({ body: { name: "Ada", email: "ada@example.org" } }),
    people: 200,
    alone: "one's own subscription",
  },
  "POST /newsletter/confirm": {
    send: () => ({ body: { token: "not-one-of-ours" } }),
    status: 410,
    people: "link-expired",
    alone: "by a token",
  },
  "POST /newsletter/unsubscribe/{token}": {
    send: () => ({ params: { token: "not-one-of-ours" } }),
    people: 200,
    alone: "by a token",
  },
  "GET /admin/newsletter": { send: () => ({}), people: 200 },
  "GET /admin/export/subscribers": { send: () => ({}), people: 200 },
  "POST /admin/newsletter/test": {
    send: () => ({ body: { newsUntil: "2026-11-21T12:00:00.000Z" } }),
    status: 409,
    people: 200,
    alone: "sends a mail",
  },
  "POST /admin/newsletter/release": {
    send: () => ({ body: { newsUntil: "2026-11-21T12:00:00.000Z" } }),
    status: 409,
    people: 200,
    alone: "once a week; see newsletter.test.ts",
  },
  "GET /payment-provider": { send: () => ({}), people: 200 },
  "POST /create-payment-intent": {
    send: (_, { approved }) => ({ body: { classId: approved } }),
    people: { minorsWithoutConsent: "guardian-consent-missing" },
  },
  "POST /payments": {
    send: (_, { intentId }) => ({ body: { transactionId: intentId } }),
    status: 409,
    people: { minorsWithoutConsent: "guardian-consent-missing" },
  },
  "GET /payments/{email}": { send: ({ student }) => ({ params: { email: student.email } }), people: 200 },
  "GET /payments/{email}/{id}/refund": {
    send: ({ student }, { payment }) => ({ params: { email: student.email, id: payment } }),
    people: { neverSeated: "not-your-payment" },
  },
  "POST /payments/{id}/refund": {
    send: (_, { payment }) => ({ params: { id: payment } }),
    status: 409,
    people: { neverSeated: "not-your-payment" },
  },
  "POST /payments/{id}/refund-request": {
    send: (_, { payment }) => ({
      params: { id: payment },
      body: { text: "I have no time for it after all." },
    }),
    people: { neverSeated: "not-your-payment", seatEnded: "refund-decided-already" },
  },
  "GET /admin/unknown-payments": { send: () => ({}), people: 200 },
  "GET /admin/refund-requests": { send: () => ({}), people: 200 },
  "GET /receipts/{id}": {
    send: (_, { payment }) => ({ params: { id: payment } }),
    people: { neverSeated: "not-your-payment", admin: 200 },
  },
  "GET /receipts/{id}/pdf": {
    send: (_, { payment }) => ({ params: { id: payment } }),
    people: { neverSeated: "not-your-payment", admin: 200 },
  },
  "POST /admin/refund-requests/{id}/decline": {
    send: (_, { approved }) => ({ params: { id: approved }, body: { answer: "No request has this id" } }),
    status: 404,
    people: 200,
  },
  "GET /instructor/earnings/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "GET /instructor/totals/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "POST /stripe/webhook": {
    send: () => ({ body: { type: "payment_intent.succeeded" } }),
    people: "bad-signature",
    alone: "settles as POST /payments does",
  },
  "GET /admin/payments/latest": { send: () => ({}), people: 200 },
  "POST /admin/payments/{id}/refund": {
    send: (_, { approved }) => ({ params: { id: approved }, body: { reason: "No payment has this id" } }),
    status: 404,
    people: 200,
  },
  "POST /admin/payments/{id}/repaid": {
    send: (_, { approved }) => ({ params: { id: approved }, body: { note: "No payment has this id" } }),
    status: 404,
    people: "payment-not-found",
    alone: "needs a failed refund, or another Stripe account; see failed-refunds.test.ts",
  },
  "GET /admin/export/payments": { send: () => ({}), people: 200 },
  "GET /admin/payments": { send: () => ({}), people: 200 },
  "GET /admin/statistics": { send: () => ({}), people: 200 },
  "GET /student/overview/{email}": {
    send: ({ student }) => ({ params: { email: student.email } }),
    people: 200,
  },
  "GET /instructor/overview/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "GET /admin/overview": { send: () => ({}), people: 200 },
  "GET /account/deletion": { send: () => ({}), people: 200 },
  // The deleted person has joined again by now: see "POST /jwt".
  "POST /account/export": {
    send: () => ({}),
    people: { suspended: "account-suspended" },
    alone: "a link to a file that is made as it is read",
  },
  // Suspended people may leave too.
  "POST /account/deletion": {
    send: ({ student }) => ({ body: { email: student.email } }),
    people: { staff: "deletion-not-possible" },
  },
  "GET /health": { send: () => ({}), people: 200 },
  "GET /ready": { send: () => ({}), people: 200 },
  "GET /openapi.json": { send: () => ({}), people: 200 },
} as const satisfies Readonly<Record<string, EndpointCase>>;
