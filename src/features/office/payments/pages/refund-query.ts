import { queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../http/contract.ts";
import { api } from "../../../../access/session.ts";
import type { refundContract } from "../refund-contract.ts";

export type RefundablePayment = CallAnswer<(typeof refundContract)["GET /payments/{email}/{id}/refund"]>;

export const refundQuery = (email: string, id: string) =>
  queryOptions({
    queryKey: ["payments", email, id, "refund"],
    queryFn: () => api("GET /payments/{email}/{id}/refund", { params: { email, id } }),
  });
