import { and, eq, isNotNull, sql } from "drizzle-orm";
import { UpstreamError, Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { type Cents, cents, currency } from "../../../platform/money.ts";
import type { AppContext } from "../../../context.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import { mayPay } from "../../school/guardians/state.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { isOneOf, prepareOnce } from "../../../platform/drizzle.ts";
import { problems as classProblems, isPublicClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { abandonAttempt, retireAttempt, metadataOf } from "./recover-attempt.ts";
import { problems } from "./policy.ts";
import { settlePayment } from "./settle-payment.ts";
import { openStates, firstCheckAt } from "./state.ts";
import { paymentAttempts } from "./tables.ts";
import type { PaymentContext } from "./run-provider-step.ts";

type Attempt = typeof paymentAttempts.$inferSelect;

export interface PaymentRequest {
  readonly clientSecret: string;
  readonly price: Cents;
  readonly tax: Cents;
  readonly total: Cents;
}

/**
 * Idempotent. Throws guardian-consent-missing, class-not-found, already-enrolled, no-seats-left, already-paid,
 * payment-provider-unreachable.
 */
export async function requestPayment(
  context: PaymentContext,
  student: Person,
  classId: string,
): Promise<PaymentRequest> {
  if (!mayPay(await findConsent(context.db, context, student.id)))
    throw new Problem(problems["guardian-consent-missing"]);
  try {
    // An earlier attempt may turn out to be final; the next round records a new one.
    for (let round = 0; round < 3; round += 1) {
      const attempt = await findOrRecordAttempt(context, student, classId);
      const intent = attempt && (await ensureIntent(context, attempt));
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
            throw new Problem(problems["already-paid"]);
          }
        }
      }
    }
  } catch (error) {
    if (error instanceof UpstreamError) throw new Problem(problems["payment-provider-unreachable"]);
    throw error;
  }
  throw new Problem(problems["payment-provider-unreachable"]);
}

async function findOrRecordAttempt(context: PaymentContext, student: Person, classId: string) {
  const { clock, db } = context;
  const [requested] = await classToBuy(db).execute({ studentId: student.id, classId });
  if (!requested || !isPublicClass(requested)) throw new Problem(classProblems["class-not-found"]);
  if (requested.enrollmentId) throw new Problem(enrollmentProblems["already-enrolled"]);
  if (requested.availableSeats === 0) throw new Problem(enrollmentProblems["no-seats-left"]);

  const { openAttempt, priceCents } = requested;
  if (openAttempt?.amountCents === priceCents) return openAttempt;
  // Its price may have been paid already, and the report lost.
  if (openAttempt?.intentId) {
    const settlement = await settlePayment(context, openAttempt.intentId, student);
    if (settlement && settlement.state !== "open") return undefined;
  }
  return db.transaction(async (tx) => {
    await lockPresent(tx, student);
    const now = clock.now();
    if (openAttempt) await retireAttempt(tx, openAttempt, "replaced", now);
    const [recorded] = await tx
      .insert(paymentAttempts)
      .values({
        id: newId(),
        studentId: student.id,
        classId,
        amountCents: priceCents,
        currency,
        createdAt: now,
        checkAt: firstCheckAt(now),
      })
      .onConflictDoNothing()
      .returning();
    return recorded;
  });
}

const classToBuy = prepareOnce((db) =>
  db
    .select({
      status: classes.status,
      isInstructorSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
      availableSeats: classes.availableSeats,
      priceCents: classes.priceCents,
      enrollmentId: enrollments.id,
      openAttempt: paymentAttempts,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(
      enrollments,
      and(eq(enrollments.classId, classes.id), eq(enrollments.studentId, sql.placeholder("studentId"))),
    )
    .leftJoin(
      paymentAttempts,
      and(
        eq(paymentAttempts.classId, classes.id),
        eq(paymentAttempts.studentId, sql.placeholder("studentId")),
        isOneOf(paymentAttempts.state, openStates),
      ),
    )
    .where(eq(classes.id, sql.placeholder("classId")))
    .prepare("class_to_buy"),
);

async function ensureIntent(context: Pick<AppContext, "db" | "settings" | "stripe">, attempt: Attempt) {
  if (attempt.intentId) {
    const intent = await context.stripe.retrieveIntent(attempt.intentId);
    if (!intent) await abandonAttempt(context, attempt.id);
    return intent;
  }
  const intent = await context.stripe
    .createIntent(attempt.amountCents, attempt.currency, metadataOf(context, attempt), attempt.id)
    .catch(async (error: unknown) => {
      // Stripe replays an error response to the same key for 24 hours, so the next try needs a new attempt. Without a
      // response, retrying with the same key is safe.
      if (error instanceof UpstreamError && error.hasResponse) await abandonAttempt(context, attempt.id);
      throw error;
    });
  const stored = await context.db
    .update(paymentAttempts)
    .set({ intentId: intent.id, state: "open", revision: attempt.revision + 1 })
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, "recorded")))
    .returning({ id: paymentAttempts.id });
  // Another request abandoned the attempt, or stored this intent; only the next round can tell.
  return stored.length > 0 ? intent : undefined;
}
