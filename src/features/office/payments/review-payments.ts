import { asc, eq, inArray, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Disputes and refunds rarely occur later than this after the capture. */
const reviewPeriod = 90 * day;

/** Checks up to twenty due payments for refunds and disputes that no webhook reported; returns their number. */
export async function reviewPayments(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
): Promise<number> {
  const due = await leaseDue(context);
  for (const { id, intentId, capturedAt } of due) {
    try {
      await settlePayment(context, intentId);
      const now = context.clock.now().getTime();
      const isReviewOver = now + day > (capturedAt?.getTime() ?? 0) + reviewPeriod;
      await context.db
        .update(payments)
        .set({ reviewAt: isReviewOver ? null : new Date(now + day) })
        .where(eq(payments.id, id));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      context.log.warn(
        { err: error, payment: id },
        "could not ask the payment provider about a collected payment",
      );
    }
  }
  return due.length;
}

/** A failed check is due again in an hour. */
function leaseDue({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const now = clock.now();
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(lte(payments.reviewAt, now))
    .orderBy(asc(payments.reviewAt))
    .limit(20)
    .for("update", { skipLocked: true });
  return db
    .update(payments)
    .set({ reviewAt: new Date(now.getTime() + hour) })
    .where(inArray(payments.id, due))
    .returning({ id: payments.id, intentId: payments.intentId, capturedAt: payments.capturedAt });
}
