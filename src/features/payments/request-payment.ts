import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../platform/database.ts";
import { UpstreamError, Problem } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { type Cents, cents, currency } from "../../platform/money.ts";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import { problems as classProblems } from "../classes/contract.ts";
import { isPublicClass } from "../classes/policy.ts";
import { findClass } from "../classes/queries.ts";
import { problems as enrollmentProblems } from "../enrollments/contract.ts";
import { isEnrolled } from "../enrollments/queries.ts";
import { abandonAttempt } from "./abandon-attempt.ts";
import { problems } from "./contract.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts } from "./tables.ts";

type Attempt = typeof paymentAttempts.$inferSelect;

/** What the browser confirms the card with, and the figures that belong on the page beside it. */
export interface PaymentRequest {
  readonly clientSecret: string;
  readonly price: Cents;
  readonly tax: Cents;
  readonly total: Cents;
}

/** Seconds after which the reconciler first looks at an attempt: time enough to type a card number. */
const firstCheckSeconds = 60;

/**
 * Begins a payment for the class at its price of this moment, or goes on with the one that the student has begun.
 * The attempt is recorded first and its id is the idempotency key, so a crash or a double click makes no second intent.
 * Throws class-not-found, already-enrolled, no-seats-left, already-paid, payment-provider-unreachable.
 */
export async function requestPayment(
  context: AppContext,
  student: Person,
  classId: string,
): Promise<PaymentRequest> {
  try {
    // An earlier attempt may turn out to be over; then the next round records a new one.
    for (let round = 0; round < 3; round += 1) {
      const attempt = await context.db.transaction((tx) => openAttempt(context, tx, student, classId));
      const intent = attempt && (await intentFor(context, attempt));
      if (!intent) continue;
      switch (intent.status) {
        case "requires_payment_method":
        case "requires_confirmation":
        case "requires_action":
          return {
            clientSecret: intent.clientSecret,
            price: attempt.amountCents,
            tax: cents(0),
            total: attempt.amountCents,
          };
        default: {
          const settlement = await settlePayment(context, intent.id, student);
          if (
            settlement?.state === "seated" ||
            settlement?.state === "paid" ||
            intent.status === "processing"
          ) {
            throw new Problem(problems.alreadyPaid);
          }
        }
      }
    }
  } catch (error) {
    if (error instanceof UpstreamError) throw new Problem(problems.providerUnreachable);
    throw error;
  }
  throw new Problem(problems.providerUnreachable);
}

/** The student's open attempt for the class at today's price, recorded if there is none; undefined: look again. */
async function openAttempt(
  context: AppContext,
  tx: Transaction,
  student: Person,
  classId: string,
): Promise<Attempt | undefined> {
  const wanted = await findClass(tx, classId);
  if (!wanted || !isPublicClass(wanted)) throw new Problem(classProblems.noSuchClass);
  if (await isEnrolled(tx, student.id, classId)) throw new Problem(enrollmentProblems.alreadyEnrolled);
  if (wanted.availableSeats === 0) throw new Problem(enrollmentProblems.noSeatsLeft);

  const [begun] = await tx
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.studentId, student.id),
        eq(paymentAttempts.classId, classId),
        inArray(paymentAttempts.state, ["recorded", "open"]),
      ),
    )
    .for("update");
  if (begun?.amountCents === wanted.priceCents) return begun;
  if (begun) await retire(tx, begun, context.clock.now());

  const now = context.clock.now();
  const [recorded] = await tx
    .insert(paymentAttempts)
    .values({
      id: newId(),
      studentId: student.id,
      classId,
      amountCents: wanted.priceCents,
      currency,
      createdAt: now,
      checkAt: new Date(now.getTime() + firstCheckSeconds * 1000),
    })
    .onConflictDoNothing()
    .returning();
  return recorded;
}

/** The price has changed since: the old attempt must not be paid any more. The reconciler cancels its intent. */
const retire = (tx: Transaction, { id, intentId, revision }: Attempt, now: Date) =>
  tx
    .update(paymentAttempts)
    .set({
      ...(intentId ? { state: "refused", refusal: "replaced", checkAt: now } : { state: "abandoned" }),
      revision: revision + 1,
    })
    .where(eq(paymentAttempts.id, id));

/** The attempt's intent as the provider has it now: made if need be, and its id stored. */
async function intentFor(context: AppContext, attempt: Attempt) {
  if (attempt.intentId) {
    const intent = await context.stripe.retrieveIntent(attempt.intentId);
    if (!intent) await abandonAttempt(context, attempt.id);
    return intent;
  }
  const { id: attemptId, studentId, classId } = attempt;
  const metadata = { attemptId, studentId, classId };
  const intent = await context.stripe
    .createIntent(attempt.amountCents, attempt.currency, metadata, attempt.id)
    .catch(async (error: unknown) => {
      // Stripe repeats a failure that it answered to the same key for a day: the next try needs another attempt. After
      // silence the same key is the safe way to ask what became of it.
      if (error instanceof UpstreamError && error.hasResponse) await abandonAttempt(context, attempt.id);
      throw error;
    });
  const stored = await context.db
    .update(paymentAttempts)
    .set({ intentId: intent.id, state: "open", revision: attempt.revision + 1 })
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, "recorded")))
    .returning({ id: paymentAttempts.id });
  // Given up meanwhile, from another tab that saw another price: this intent must not be handed out. Or stored
  // meanwhile, by the same click twice: then it is the same intent, and the next round finds it.
  return stored.length > 0 ? intent : undefined;
}
