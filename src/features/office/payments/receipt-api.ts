import { Readable } from "node:stream";
import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { readReceipt } from "./read-receipt.ts";
import type { receiptContract } from "./receipt-contract.ts";

export function receiptApi(context: AppContext): Handlers<typeof receiptContract, CallerFor> {
  return {
    "GET /receipts/{id}": ({ caller, params }) => readReceipt(context, caller, params.id),
    "GET /receipts/{id}/pdf": async ({ caller, params }) => {
      const receipt = await readReceipt(context, caller, params.id);
      // Loads the fonts on first use.
      const { drawReceipt } = await import("./draw-receipt.ts");
      return Readable.from([
        await drawReceipt(receipt, `${context.settings.origin}/dashboard/receipts/${receipt._id}`),
      ]);
    },
  };
}
