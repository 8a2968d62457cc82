import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { allOf, anyOf, isOneOf } from "../../../platform/drizzle.ts";
import { madeElsewhere } from "./policy.ts";
import { type AttemptState, repayableStates } from "./state.ts";
import { paymentAttempts, payments } from "./tables.ts";

const elsewhereStates = repayableStates(false);

export const isFailedRefund = (state: AttemptState, failure: string | null): boolean =>
  state === "refund-failed" || (failure === madeElsewhere && elsewhereStates.includes(state));

/** The same of `payment_attempts`. An index leads to each of the two kinds. */
export const hasFailedRefund: SQL = anyOf(
  isOneOf(paymentAttempts.state, ["refund-failed"]),
  allOf(
    isOneOf(paymentAttempts.state, elsewhereStates),
    sql`${paymentAttempts.id} = any(array(
      select ${payments.attemptId} from ${payments} where ${isOneOf(payments.refundFailure, [madeElsewhere])}))`,
  ),
);
