import { z } from "zod";
import { dollars } from "../../../platform/money.ts";
import { type PersonAccess, endpoint, onlyOwn, roles } from "../../../access/policy.ts";
import { problems } from "./policy.ts";

const ownOrAdmin: PersonAccess = { ...onlyOwn("record", ...roles), exceptFor: ["admin"] };
const errors = [problems.noSuchPayment, problems.notYourPayment] as const;

const receipt = z.object({
  _id: z.string(),
  transactionId: z.string(),
  date: z.date().meta({ description: "When the payment was collected (UTC)" }),
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    taxId: z.string().nullable(),
    email: z.string(),
    isNamed: z.boolean().meta({ description: "false: SCHOOL_NAME and SCHOOL_ADDRESS are not set" }),
  }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  className: z.string(),
  instructorName: z.string(),
  price: dollars,
  tax: dollars,
  total: dollars,
  card: z.object({ brand: z.string(), last4: z.string() }).nullable().meta({
    description:
      "With the payment provider's word for the brand; null for payments from before the card was stored",
  }),
  returned: z
    .array(z.object({ says: z.string(), date: z.date().nullable(), amount: dollars }))
    .meta({ description: "What went back to the buyer" }),
  kept: dollars.meta({ description: "The total, without what went back" }),
  note: z.string().nullable().meta({ description: "Of a refund that is on its way, or failed" }),
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
    answer: z.string().meta({ description: "PDF 1.7" }),
    download: "receipt.pdf",
    errors,
    rate: { calls: 30, seconds: 60 },
  }),
};
