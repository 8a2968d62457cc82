import { eq, getTableColumns, sql } from "drizzle-orm";
import type { AppContext, WriteContext } from "../../../context.ts";
import { dayOf } from "../../../platform/age.ts";
import type { Transaction } from "../../../platform/database.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../access/tables.ts";
import { listOpened } from "../../classroom/progress/list-opened.ts";
import { classes } from "../../school/classes/tables.ts";
import { lockSeats, seatTags, takingSeat } from "../../school/enrollments/take-seat.ts";
import { consentOf, mayPay } from "../../school/guardians/state.ts";
import { clearingSelection } from "../../school/selections/selections.ts";
import { weightOf } from "./refund-standing.ts";
import { type Intent, matchesAttempt } from "./run-provider-step.ts";
import type { Sale } from "./settle-payment.ts";
import type { Refusal } from "./state.ts";
import { paymentAttempts, payments } from "./tables.ts";

/** The reason if the student can't have the seat. */
export async function takePaidSeat(
  context: WriteContext & Pick<AppContext, "log">,
  tx: Transaction,
  { attempt, student, guardian }: Sale,
  intent: Intent,
): Promise<Refusal | Pick<Sale, "attempt" | "payment">> {
  if (!matchesAttempt(attempt, intent)) {
    context.log.error({ attempt: attempt.id, intent: intent.id }, "a payment does not match its attempt");
    return "mismatch";
  }
  if (student.isDeleted) return "account-gone";
  const { studentId, classId } = attempt;
  const now = context.clock.now();
  // The guardian may have withdrawn it while the page for the card was open.
  if (!mayPay(consentOf(student.isAgeKnown, guardian ?? undefined, dayOf(now)))) return "no-consent";
  const weightSeconds = weightOf(await listOpened(tx, { classId, studentId, since: now }));
  // Other buyers of the class wait from here to the commit.
  const refusal = await lockSeats(tx, attempt);
  if (refusal) return refusal;
  const { payload, apply } = context.invalidation.prepare(...seatTags(classId));
  const [taken] = await takingPaidSeat(tx).execute({
    attemptId: attempt.id,
    studentId,
    classId,
    enrollmentId: newId(),
    paymentId: newId(),
    cardBrand: intent.card?.brand ?? null,
    cardLast4: intent.card?.last4 ?? null,
    weightSeconds,
    at: context.clock.now().toISOString(),
    invalidation: payload,
  });
  if (!taken) return "already-enrolled";
  apply();
  return { attempt: taken.seated, payment: taken.payment };
}

/** One statement, because other buyers wait for it. No row if the student is enrolled already. */
const takingPaidSeat = prepareOnce((tx) => {
  const { enrollment, seats } = takingSeat(tx);
  const cleared = clearingSelection(tx);
  const payment = tx.$with("payment", getTableColumns(payments)).as(sql`
    insert into ${payments} (
      id, selection_id, attempt_id, intent_id, student_id, class_id, class_name, class_image, instructor_name,
      instructor_email, price_cents, tax_cents, total_cents, currency, card_brand, card_last4, weight_seconds, created_at
    )
    select ${sql.placeholder("paymentId")}, (select id from cleared), ${paymentAttempts.id}, ${paymentAttempts.intentId},
      ${paymentAttempts.studentId}, ${paymentAttempts.classId}, ${classes.name}, ${classes.image}, ${users.name},
      ${users.email}, ${paymentAttempts.amountCents}, 0, ${paymentAttempts.amountCents}, ${paymentAttempts.currency},
      ${sql.placeholder("cardBrand")}, ${sql.placeholder("cardLast4")}, ${sql.placeholder("weightSeconds")},
      ${sql.placeholder("at")}
    from enrollment
    inner join ${classes} on ${classes.id} = enrollment.class_id
    inner join ${users} on ${users.id} = ${classes.instructorId}
    inner join ${paymentAttempts} on ${paymentAttempts.id} = ${sql.placeholder("attemptId")}
    returning *`);
  const seated = tx.$with("seated").as(
    tx
      .update(paymentAttempts)
      .set({ state: "seated", revision: sql`${paymentAttempts.revision} + 1` })
      .from(payment)
      .where(eq(paymentAttempts.id, payment.attemptId))
      .returning(getTableColumns(paymentAttempts)),
  );
  return tx
    .with(enrollment, seats, cleared, payment, seated)
    .select()
    .from(seated)
    .innerJoin(payment, eq(payment.attemptId, seated.id))
    .prepare("take_paid_seat");
});
