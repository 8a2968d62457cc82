import { type WithSubquery, and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type Transaction, firstOrThrow } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { idFrom, isId } from "../../../platform/ids.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext, WriteContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { guardians, users } from "../../../access/tables.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { lessonStatusColumn } from "../../school/classes/list-classes.ts";
import { classes } from "../../school/classes/tables.ts";
import { revokeCertificates } from "../../studio/certificates/revoke-certificate.ts";
import { giveSeatBack } from "../../school/enrollments/take-seat.ts";
import { notificationRows, notifying } from "../../school/notifications/notify.ts";
import { checkingFinish } from "../../classroom/progress/lesson-progress.ts";
import { type PaymentContext, type Intent, isProviderStep, runProviderStep } from "./run-provider-step.ts";
import { problems } from "./policy.ts";
import { notCollectedMail, receiptMail, refusedMail, saleNotice } from "./mails.ts";
import { beginRefund, completeRefund, failRefund, firstReviewAt, recordMoneyBack } from "./money-back.ts";
import { takePaidSeat } from "./take-paid-seat.ts";
import { noteUnknown, recoverAttempt } from "./recover-attempt.ts";
import {
  type AttemptState,
  type Refusal,
  type Step,
  isNeverPaid,
  isOwed,
  lateRefusal,
  nextStep,
} from "./state.ts";
import { paymentAttempts, payments } from "./tables.ts";

export type Sale = NonNullable<Awaited<ReturnType<typeof lockSale>>>;
type Attempt = Sale["attempt"];
type Payment = NonNullable<Sale["payment"]>;

export interface Settlement {
  readonly state: AttemptState;
  readonly refusal: Refusal | null;
  readonly paymentId: string | undefined;
}

/** Idempotent; the next run resumes after a crash. Throws not-your-payment, UpstreamError. */
export async function settlePayment(
  context: PaymentContext,
  intentId: string,
  student?: Person,
): Promise<Settlement | undefined> {
  let revision = await revisionOf(context, intentId);
  let intent = await context.stripe.retrieveIntent(intentId);
  let settlement: Settlement | undefined;
  // The longest path: lose a race, take the seat, capture, find that the capture failed, reverse.
  for (let round = 0; intent && round < 6; round += 1) {
    const observedIntent: Intent = intent;
    const observedRevision: number | undefined = revision;
    const outcome = await context.db.transaction((tx) =>
      advance(context, tx, observedIntent, observedRevision, student),
    );
    if (!outcome && !(await recoverAttempt(context, observedIntent))) return undefined;
    if (!outcome || outcome.isOutdated) {
      revision = await revisionOf(context, intentId);
      intent = await context.stripe.retrieveIntent(intentId);
      continue;
    }
    settlement = outcome.settlement;
    if (!isProviderStep(outcome.step)) {
      if (isOwed(settlement.state, observedIntent.status))
        await noteUnknown(context, observedIntent, "refund-failed");
      return settlement;
    }
    revision = outcome.attempt.revision;
    intent = await runProviderStep(context, outcome.step, observedIntent);
  }
  return settlement;
}

async function revisionOf({ db }: Pick<AppContext, "db">, intentId: string): Promise<number | undefined> {
  const [attempt] = await readingRevision(db).execute({ intentId });
  return attempt?.revision;
}

const readingRevision = prepareOnce((db) =>
  db
    .select({ revision: paymentAttempts.revision })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.intentId, sql.placeholder("intentId")))
    .prepare("attempt_revision"),
);

/** Does nothing if the attempt has changed since `revision`, because the intent may be stale. */
async function advance(
  context: WriteContext & Pick<AppContext, "log">,
  tx: Transaction,
  intent: Intent,
  revision: number | undefined,
  student: Person | undefined,
) {
  let sale = await lockSale(tx, intent);
  if (!sale) return undefined;
  const locked = sale.attempt;
  if (student && locked.studentId !== student.id) throw new Problem(problems["not-your-payment"]);
  if (locked.intentId === null) {
    const isFirst = locked.state === "recorded";
    const stored: Change = { intentId: intent.id, ...(isFirst && { state: "open" }) };
    sale = { ...sale, attempt: await changeAttempt(tx, locked, stored) };
  } else if (locked.revision !== revision) {
    return { isOutdated: true } as const;
  }
  const status = isKnownFailure(sale, intent) ? "succeeded" : intent.status;
  for (;;) {
    const step = nextStep(sale.attempt.state, status);
    const changed = await applyStep(context, tx, step, sale, intent);
    if (!changed) {
      let { attempt, payment } = sale;
      if (payment && (await recordMoneyBack(context, tx, attempt, payment, intent)))
        attempt = await changeAttempt(tx, attempt, {});
      const settlement = { state: attempt.state, refusal: attempt.refusal, paymentId: payment?.id };
      return { isOutdated: false, attempt, step, settlement } as const;
    }
    sale = { ...sale, ...changed };
  }
}

/** A known failed refund does not fail a later one. */
const isKnownFailure = ({ payment }: Sale, { status, moneyBack }: Intent): boolean =>
  status === "refund-failed" &&
  payment?.refundStatus === "failed" &&
  payment.refundId !== null &&
  payment.refundId === moneyBack?.refund?.id;

/** Concurrent changes raise the revision. Uses the metadata if a crash prevented storing the intent's id. */
async function lockSale(tx: Transaction, { id: intentId, metadata }: Intent) {
  const { attemptId = "" } = metadata;
  const [sale] = await lockingSale(tx).execute({ intentId, attemptId: isId(attemptId) ? attemptId : null });
  return sale;
}

const lockingSale = prepareOnce((tx) =>
  tx
    .select({
      attempt: paymentAttempts,
      payment: payments,
      student: {
        name: users.name,
        email: users.email,
        isAgeKnown: users.isAgeKnown,
        isDeleted: isNotNull(users.deletedAt).mapWith(Boolean),
      },
      guardian: guardians,
      className: classes.name,
      instructorId: classes.instructorId,
      lessonStatus: lessonStatusColumn,
    })
    .from(paymentAttempts)
    .innerJoin(users, eq(users.id, paymentAttempts.studentId))
    .leftJoin(guardians, eq(guardians.personId, users.id))
    .innerJoin(classes, eq(classes.id, paymentAttempts.classId))
    .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id))
    .where(
      or(
        eq(paymentAttempts.intentId, sql.placeholder("intentId")),
        and(eq(paymentAttempts.id, sql.placeholder("attemptId")), isNull(paymentAttempts.intentId)),
      ),
    )
    .for("update", { of: paymentAttempts })
    .prepare("lock_sale"),
);

type Change = Partial<Pick<Attempt, "state" | "refusal" | "intentId" | "checkAt" | "checks">>;

async function changeAttempt(
  tx: Transaction,
  { id, revision }: Attempt,
  change: Change,
  ...alongside: WithSubquery[]
): Promise<Attempt> {
  const [changed] = await tx
    .with(...alongside)
    .update(paymentAttempts)
    .set({ ...change, revision: revision + 1 })
    .where(eq(paymentAttempts.id, id))
    .returning();
  if (!changed) throw new Error(`attempt ${id} is gone`);
  return changed;
}

/** Undefined if the step is the provider's, or there is none. */
async function applyStep(
  context: WriteContext & Pick<AppContext, "log">,
  tx: Transaction,
  step: Step,
  sale: Sale,
  intent: Intent,
): Promise<Partial<Sale> | undefined> {
  const { attempt } = sale;
  const at = context.clock.now();
  const change = async (to: Change, ...alongside: WithSubquery[]) => ({
    attempt: await changeAttempt(tx, attempt, to, ...alongside),
  });
  const changePayment = (to: Partial<Payment>) =>
    tx.$with("changed_payment").as(tx.update(payments).set(to).where(eq(payments.attemptId, attempt.id)));
  switch (step) {
    case "take-seat": {
      const taken = await takePaidSeat(context, tx, sale, intent);
      return typeof taken === "string" ? refuse(context, tx, sale, intent, taken) : taken;
    }
    case "mark-paid": {
      const captured = { capturedAt: at, reviewAt: firstReviewAt(at) };
      const payment = { ...paymentOf(sale), ...captured };
      await enqueueMail(tx, context.clock, {
        ...receiptMail(context.settings, payment, sale),
        messageId: idFrom(attempt.id, "receipt"),
      });
      const paid = await markingPaid(tx).execute({
        attemptId: attempt.id,
        studentId: attempt.studentId,
        classId: attempt.classId,
        at: at.toISOString(),
        reviewAt: captured.reviewAt.toISOString(),
        notices: notificationRows(saleNotice("student-enrolled", payment, sale.instructorId)),
      });
      return { attempt: firstOrThrow(paid), payment };
    }
    case "mark-refunding":
      return change(await beginRefund(context, tx, attempt, "payment provider", null));
    case "mark-refunded":
      return change(await completeRefund(context, tx, attempt, paymentOf(sale), intent));
    case "mark-refund-failed":
      return change(await failRefund(context, tx, attempt, intent));
    case "reverse":
      await giveSeatBack(context, tx, attempt);
      await revokeCertificates(tx, context, attempt);
      await enqueueMail(tx, context.clock, {
        ...notCollectedMail(context.settings, paymentOf(sale), sale),
        messageId: idFrom(attempt.id, "not collected"),
      });
      return change({ state: "reversed" }, changePayment({ voidedAt: at }));
    case "cancel":
    case "refund": {
      // Retired while nobody had paid, so without a mail; paid in an older tab.
      const late = lateRefusal(attempt.refusal, intent.status);
      return late && refuse(context, tx, sale, intent, late);
    }
    case "mark-abandoned":
      return change({ state: "abandoned" });
    case "mark-released":
      return change(
        isNeverPaid(attempt.refusal, intent.status)
          ? { state: "abandoned", refusal: null }
          : { state: "released", refusal: lateRefusal(attempt.refusal, intent.status) ?? attempt.refusal },
      );
    default:
      return undefined;
  }
}

const markingPaid = prepareOnce((tx) => {
  const [attemptId, at] = [sql.placeholder("attemptId"), sql.placeholder("at")];
  const captured = tx.$with("captured").as(
    tx
      .update(payments)
      .set({ capturedAt: sql`${at}`, reviewAt: sql`${sql.placeholder("reviewAt")}` })
      .where(eq(payments.attemptId, attemptId)),
  );
  const notified = notifying(tx, sql.placeholder("notices"), at);
  const seat = { studentId: sql.placeholder("studentId"), classId: sql.placeholder("classId") };
  return tx
    .with(captured, notified, checkingFinish(tx, { ...seat, at }))
    .update(paymentAttempts)
    .set({ state: "paid", revision: sql`${paymentAttempts.revision} + 1` })
    .where(eq(paymentAttempts.id, attemptId))
    .returning()
    .prepare("mark_paid");
});

function paymentOf({ attempt, payment }: Sale): Payment {
  if (!payment) throw new Error(`attempt ${attempt.id} has no payment`);
  return payment;
}

async function refuse(
  { clock, settings }: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  { attempt, student, className }: Sale,
  intent: Intent,
  refusal: Refusal,
): Promise<Pick<Sale, "attempt">> {
  const mail = refusedMail(settings, { student, className, refusal, intent });
  await enqueueMail(tx, clock, { ...mail, messageId: idFrom(attempt.id, "refused") });
  return { attempt: await changeAttempt(tx, attempt, { state: "refused", refusal }) };
}
