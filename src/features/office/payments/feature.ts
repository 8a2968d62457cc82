import { defineFeature, job } from "../../feature.ts";
import { paymentsApi } from "./api.ts";
import { paymentsContract } from "./contract.ts";
import { createLostPaymentSearch } from "./find-lost-payments.ts";
import { receiptApi } from "./receipt-api.ts";
import { receiptContract } from "./receipt-contract.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { refundApi } from "./refund-api.ts";
import { refundContract } from "./refund-contract.ts";
import { removeAbandonedAttempts } from "./remove-abandoned-attempts.ts";
import { reviewPayments } from "./review-payments.ts";

export const paymentsFeature = defineFeature({
  name: "Payments",
  contract: { ...paymentsContract, ...refundContract, ...receiptContract },
  handlers: (context) => ({ ...paymentsApi(context), ...refundApi(context), ...receiptApi(context) }),
  jobs: [
    job("abandoned payments", 3600, removeAbandonedAttempts),
    job("payments", 20, reconcilePayments),
    { name: "lost payments", seconds: 60, create: createLostPaymentSearch },
    job("collected payments", 60, reviewPayments),
  ],
});
