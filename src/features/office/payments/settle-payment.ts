import { and, eq, isNull, or } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { idFrom, isId, newId } from "../../../platform/ids.ts";
import { cents } from "../../../platform/money.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { findClass } from "../../school/classes/queries.ts";
import { giveSeatBack, takeSeat } from "../../school/enrollments/take-seat.ts";
import { clearSelection } from "../../school/selections/remove-selection.ts";
import { type Intent, runProviderStep, isProviderStep } from "./run-provider-step.ts";
import { problems } from "./contract.ts";
import { notCollectedMail, receiptMail } from "./mails.ts";
import { beginRefund, completeRefund, failRefund, firstReviewAt, recordMoneyBack } from "./money-back.ts";
import { weighClass } from "./weigh-class.ts";
import { noteUnknown, recoverAttempt } from "./recover-attempt.ts";
import { type AttemptState, type Refusal, type Step, isOwed, nextStep } from "./state.ts";
import { paymentAttempts, payments } from "./tables.ts";
import { tellInstructor } from "./tell-instructor.ts";

type Attempt = typeof paymentAttempts.$inferSelect;
type Payment = typeof payments.$inferSelect;

export interface Settlement {
  readonly state: AttemptState;
  readonly refusal: Refusal | null;
  readonly paymentId: string | undefined;
}

/**
 * Idempotent: any caller may repeat it, and the next run resumes after a crash. Throws not-your-payment, UpstreamError.
 */
export async function settlePayment(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
  intentId: string,
  student?: Person,
): Promise<Settlement | undefined> {
  let revision = await revisionOf(context, intentId);
  let intent = await context.stripe.retrieveIntent(intentId);
  let settlement: Settlement | undefined;
  // The longest path: a concurrent run was faster, take the seat, capture, find that the capture failed, reverse.
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

async function revisionOf(context: Pick<AppContext, "db">, intentId: string): Promise<number | undefined> {
  const [attempt] = await context.db
    .select({ revision: paymentAttempts.revision })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.intentId, intentId));
  return attempt?.revision;
}

/** Does nothing if the attempt has changed since `revision`, because the retrieved intent may be stale. */
async function advance(
  context: Pick<AppContext, "clock" | "invalidation" | "log" | "settings">,
  tx: Transaction,
  intent: Intent,
  revision: number | undefined,
  student: Person | undefined,
) {
  let attempt = await lockAttemptForIntent(tx, intent);
  if (!attempt) return undefined;
  if (student && attempt.studentId !== student.id) throw new Problem(problems.notYourPayment);
  if (attempt.intentId === null) {
    const isFirst = attempt.state === "recorded";
    attempt = await changeAttempt(tx, attempt, { intentId: intent.id, ...(isFirst && { state: "open" }) });
  } else if (attempt.revision !== revision) {
    return { isOutdated: true } as const;
  }
  const status = (await isKnownFailure(tx, attempt, intent)) ? "succeeded" : intent.status;
  for (;;) {
    const step = nextStep(attempt.state, status);
    const change = await applyStep(context, tx, step, attempt, intent);
    if (!change) {
      const payment = await paymentOf(tx, attempt);
      if (payment && (await recordMoneyBack(context, tx, attempt, payment, intent)))
        attempt = await changeAttempt(tx, attempt, {});
      const settlement = { state: attempt.state, refusal: attempt.refusal, paymentId: payment?.id };
      return { isOutdated: false, attempt, step, settlement } as const;
    }
    attempt = await changeAttempt(tx, attempt, change);
  }
}

/** A known failed refund does not fail a later one. */
async function isKnownFailure(
  tx: Transaction,
  attempt: Attempt,
  { status, moneyBack }: Intent,
): Promise<boolean> {
  if (status !== "refund-failed") return false;
  const payment = await paymentOf(tx, attempt);
  return (
    payment?.refundStatus === "failed" &&
    payment.refundId !== null &&
    payment.refundId === moneyBack?.refund?.id
  );
}

/** Locks the attempt. Falls back to the metadata: a crash may have prevented storing the intent's id. */
async function lockAttemptForIntent(tx: Transaction, intent: Intent): Promise<Attempt | undefined> {
  const attemptId = intent.metadata["attemptId"] ?? "";
  const unstored = isId(attemptId)
    ? and(eq(paymentAttempts.id, attemptId), isNull(paymentAttempts.intentId))
    : undefined;
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(or(eq(paymentAttempts.intentId, intent.id), unstored))
    .for("update");
  return attempt;
}

type Change = Partial<Pick<Attempt, "state" | "refusal" | "intentId" | "checkAt" | "checks">>;

async function changeAttempt(tx: Transaction, { id, revision }: Attempt, change: Change): Promise<Attempt> {
  const [changed] = await tx
    .update(paymentAttempts)
    .set({ ...change, revision: revision + 1 })
    .where(eq(paymentAttempts.id, id))
    .returning();
  if (!changed) throw new Error(`attempt ${id} is gone`);
  return changed;
}

async function applyStep(
  context: Pick<AppContext, "clock" | "invalidation" | "log" | "settings">,
  tx: Transaction,
  step: Step,
  attempt: Attempt,
  intent: Intent,
): Promise<Change | undefined> {
  const at = context.clock.now();
  switch (step) {
    case "take-seat":
      return takeSeatFor(context, tx, attempt, intent);
    case "mark-paid":
      await tx
        .update(payments)
        .set({ capturedAt: at, reviewAt: firstReviewAt(at) })
        .where(eq(payments.attemptId, attempt.id));
      await enqueueMail(tx, context.clock, {
        ...(await receiptMail(context.settings, tx, attempt.id)),
        messageId: idFrom(attempt.id, "receipt"),
      });
      await tellInstructor(context, tx, attempt.id, "student-enrolled");
      return { state: "paid" };
    case "mark-refunding":
      return beginRefund(context, tx, attempt, "payment provider", null);
    case "mark-refunded":
      return completeRefund(context, tx, attempt, intent);
    case "mark-refund-failed":
      return failRefund(context, tx, attempt, intent);
    case "reverse":
      await giveSeatBack(context, tx, attempt.studentId, attempt.classId);
      await tx.update(payments).set({ voidedAt: at }).where(eq(payments.attemptId, attempt.id));
      await enqueueMail(tx, context.clock, {
        ...(await notCollectedMail(context.settings, tx, attempt.id)),
        messageId: idFrom(attempt.id, "not collected"),
      });
      return { state: "reversed" };
    case "mark-abandoned":
      return { state: "abandoned" };
    case "mark-released":
      return { state: "released" };
    default:
      return undefined;
  }
}

async function takeSeatFor(
  context: Pick<AppContext, "clock" | "invalidation" | "log">,
  tx: Transaction,
  attempt: Attempt,
  intent: Intent,
): Promise<Change> {
  if (!matchesAttempt(attempt, intent)) {
    context.log.error({ attempt: attempt.id, intent: intent.id }, "a payment does not match its attempt");
    return { state: "refused", refusal: "mismatch" };
  }
  const at = context.clock.now();
  // Before the class is locked: everybody else who buys it waits for that.
  const weightSeconds = await weighClass(context, tx, attempt);
  const seat = await takeSeat(context, tx, attempt.studentId, attempt.classId);
  if (!seat.taken) return { state: "refused", refusal: seat.reason };

  const purchased = await findClass(tx, attempt.classId);
  if (!purchased) throw new Error(`class ${attempt.classId} has a seat taken but no row`);
  const selectionId = (await clearSelection(tx, attempt.studentId, attempt.classId)) ?? null;
  await tx.insert(payments).values({
    id: newId(),
    selectionId,
    attemptId: attempt.id,
    intentId: intent.id,
    studentId: attempt.studentId,
    classId: attempt.classId,
    className: purchased.name,
    classImage: purchased.image,
    instructorName: purchased.instructorName,
    instructorEmail: purchased.instructorEmail,
    priceCents: attempt.amountCents,
    taxCents: cents(0),
    totalCents: attempt.amountCents,
    currency: attempt.currency,
    cardBrand: intent.card?.brand ?? null,
    cardLast4: intent.card?.last4 ?? null,
    weightSeconds,
    createdAt: at,
  });
  return { state: "seated" };
}

const matchesAttempt = (attempt: Attempt, intent: Intent): boolean =>
  intent.amount === attempt.amountCents &&
  intent.currency === attempt.currency &&
  intent.metadata["attemptId"] === attempt.id &&
  intent.metadata["studentId"] === attempt.studentId &&
  intent.metadata["classId"] === attempt.classId;

async function paymentOf(tx: Transaction, attempt: Attempt): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.attemptId, attempt.id));
  return payment;
}
