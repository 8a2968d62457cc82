import type { PaymentRow } from "./queries.ts";

export const asPayment = ({ payment: row, ...moneyBack }: PaymentRow) => ({
  _id: row.id,
  classId: row.classId,
  className: row.className,
  price: row.priceCents,
  tax: row.taxCents,
  total: row.totalCents,
  transactionId: row.intentId,
  date: row.createdAt,
  refunded: row.refundedAt,
  ...moneyBack,
});
