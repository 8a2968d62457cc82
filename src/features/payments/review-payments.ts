import { asc, eq, inArray, lte } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** So long after it was collected a payment is asked about; disputes and refunds come later than that only rarely. */
const lifetime = 90 * day;

/**
 * Asks the provider, once a day for 90 days, what became of the money of payments that were collected: refunds and disputes
 * that no webhook told of are found so. At most twenty that are due; returns how many it asked about. Several processes
 * may run it at once: each leases what it takes.
 */
export async function reviewPayments(context: AppContext): Promise<number> {
  const due = await leaseDue(context);
  for (const { id, intentId, capturedAt } of due) {
    try {
      await settlePayment(context, intentId);
      const now = context.clock.now().getTime();
      const isOver = now + day > (capturedAt?.getTime() ?? 0) + lifetime;
      await context.db
        .update(payments)
        .set({ reviewAt: isOver ? null : new Date(now + day) })
        .where(eq(payments.id, id));
    } catch (error) {
      context.log.warn({ err: error, payment: id }, "a collected payment could not be asked about");
    }
  }
  return due.length;
}

/** Takes what is due; what fails is due again in an hour. */
function leaseDue({ db, clock }: AppContext) {
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
