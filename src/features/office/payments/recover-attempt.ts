import { and, eq, inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { idFrom, isId } from "../../../platform/ids.ts";
import { cents, currency } from "../../../platform/money.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { refusedMail } from "./mails.ts";
import { type Refusal, type UnknownReason, openStates, firstCheckAt, unpaidStatuses } from "./state.ts";
import { paymentAttempts, unknownPayments } from "./tables.ts";
import { type Intent, runProviderStep } from "./run-provider-step.ts";

/** Does nothing once a seat is taken. */
export async function abandonAttempt(context: Pick<AppContext, "db">, attemptId: string): Promise<void> {
  await context.db
    .update(paymentAttempts)
    .set({ state: "abandoned", revision: sql`${paymentAttempts.revision} + 1` })
    .where(and(eq(paymentAttempts.id, attemptId), inArray(paymentAttempts.state, ["recorded", "open"])));
}

/** The reconciler cancels its intent. Does nothing if the attempt has changed. */
export const retireAttempt = (
  tx: Database,
  { id, intentId, revision }: typeof paymentAttempts.$inferSelect,
  refusal: Refusal,
  now: Date,
) =>
  tx
    .update(paymentAttempts)
    .set({
      ...(intentId ? { state: "refused", refusal, checkAt: now } : { state: "abandoned" }),
      revision: revision + 1,
    })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.revision, revision)));

/** Enough to recreate the attempt if the database has lost it. */
export const metadataOf = (
  { settings }: Pick<AppContext, "settings">,
  { id: attemptId, studentId, classId }: Pick<Attempt, "id" | "studentId" | "classId">,
) => ({ attemptId, studentId, classId, site: settings.origin });

type Attempt = typeof paymentAttempts.$inferSelect;

/** For intents whose attempt was lost in a failover or a restore. Returns whether there is an attempt now. */
export async function recoverAttempt(
  context: Pick<AppContext, "clock" | "db" | "log" | "settings" | "stripe">,
  intent: Intent,
): Promise<boolean> {
  const { attemptId = "", studentId = "", classId = "", site } = intent.metadata;
  const isReadable = [attemptId, studentId, classId].every(isId) && intent.currency === currency;
  const isOurs = site === context.settings.origin;
  if (intent.status === "canceled" || intent.status === "refunded") {
    if (isOurs && isReadable) await mailGivenBack(context, intent);
    return false;
  }
  // Authorized later, it arrives by webhook, or in the next search if that is within two hours.
  if (!(isOurs && isReadable) && unpaidStatuses.some((status) => status === intent.status)) return false;
  const outcome = await context.db.transaction(async (tx) => {
    const areHere = isReadable && (await arePresent(tx, studentId, classId));
    // From another site on this Stripe account, unless it names people and classes of this one.
    if (!isOurs) return areHere ? "other-site" : "not-ours";
    if (!isReadable) return "unreadable";
    if (intent.status === "refund-pending") return "refund-pending";
    return areHere ? insertAttempt(context, tx, intent, { attemptId, studentId, classId }) : "gone";
  });
  switch (outcome) {
    case "not-ours":
      return false;
    case "inserted":
      context.log.warn({ intent: intent.id }, "found a payment that the database had lost");
      return true;
    case "outdated":
      return true;
    case "gone":
      await giveBack(context, intent);
      return false;
    default:
      await noteUnknown(context, intent, outcome);
      return false;
  }
}

async function arePresent(tx: Transaction, studentId: string, classId: string): Promise<boolean> {
  const isStudent = and(eq(users.id, studentId), hasAccount);
  return (await tx.$count(users, isStudent)) > 0 && (await tx.$count(classes, eq(classes.id, classId))) > 0;
}

async function insertAttempt(
  { clock }: Pick<AppContext, "clock">,
  tx: Transaction,
  intent: Intent,
  { attemptId: id, studentId, classId }: { attemptId: string; studentId: string; classId: string },
): Promise<"inserted" | "outdated" | "gone"> {
  const now = clock.now();
  const isPaid =
    intent.status === "requires_capture" ||
    intent.status === "succeeded" ||
    intent.status === "refund-failed";
  const other = and(
    eq(paymentAttempts.studentId, studentId),
    eq(paymentAttempts.classId, classId),
    inArray(paymentAttempts.state, openStates),
  );
  const [open] = await tx.select().from(paymentAttempts).where(other).for("update");
  // Another process recreated it first.
  if (open?.id === id) return "outdated";
  // A paid attempt takes precedence over an open one.
  if (open && isPaid) await retireAttempt(tx, open, "paid-already", now);
  const inserted = await tx
    .insert(paymentAttempts)
    .values({
      id,
      studentId,
      classId,
      amountCents: cents(intent.amount),
      currency: intent.currency,
      intentId: intent.id,
      ...(open && !isPaid ? { state: "refused", refusal: "replaced" } : { state: "open" }),
      createdAt: intent.createdAt,
      checkAt: firstCheckAt(now),
    })
    .onConflictDoNothing()
    .returning({ id: paymentAttempts.id });
  if (inserted.length > 0) return "inserted";
  const [same] = await tx
    .select({ intentId: paymentAttempts.intentId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, id));
  // An attempt has two intents if its idempotency key had expired: the other one counts.
  return same && same.intentId !== intent.id ? "gone" : "outdated";
}

/** The student or the class is gone, or the attempt has another intent. */
async function giveBack(
  context: Pick<AppContext, "clock" | "db" | "log" | "settings" | "stripe">,
  intent: Intent,
): Promise<void> {
  const isPaid = intent.status === "requires_capture" || intent.status === "succeeded";
  // Should this process end now, the next search finds the note, and mails.
  if (isPaid) await noteUnknown(context, intent, "refund-pending");
  const after =
    intent.status === "refund-failed"
      ? intent
      : await runProviderStep(context, intent.status === "succeeded" ? "refund" : "cancel", intent);
  if (after?.status === "canceled" || after?.status === "refunded") {
    context.log.error({ intent: intent.id }, "refunded a payment whose student or class is gone");
    await mailGivenBack(context, after);
  } else if (after?.status === "refund-pending") {
    await noteUnknown(context, after, "refund-pending");
  } else if (isPaid || after === intent) {
    await noteUnknown(context, intent, "refund-failed");
  }
}

/** Once, if the payment was noted. */
async function mailGivenBack(
  { clock, db, settings }: Pick<AppContext, "clock" | "db" | "settings">,
  intent: Intent,
): Promise<void> {
  const { attemptId = "", studentId = "", classId = "" } = intent.metadata;
  await db.transaction(async (tx) => {
    const noted = await tx
      .delete(unknownPayments)
      .where(eq(unknownPayments.intentId, intent.id))
      .returning({ intentId: unknownPayments.intentId });
    if (noted.length === 0) return;
    const [student] = await tx
      .select({
        name: users.name,
        email: users.email,
        className: classes.name,
        otherAttempt: paymentAttempts.id,
      })
      .from(users)
      .leftJoin(classes, eq(classes.id, classId))
      .leftJoin(paymentAttempts, eq(paymentAttempts.id, attemptId))
      .where(and(eq(users.id, studentId), hasAccount));
    if (!student) return;
    const { className, otherAttempt } = student;
    // Refunded in Stripe by somebody who will have said why.
    if (className !== null && otherAttempt === null) return;
    const refusal = className === null ? "class-gone" : "other-payment";
    const mail = refusedMail(settings, { student, className: className ?? "", refusal, intent });
    await enqueueMail(tx, clock, { ...mail, messageId: idFrom(attemptId, "given back") });
  });
}

export async function noteUnknown(
  { clock, db, log }: Pick<AppContext, "clock" | "db" | "log">,
  { id: intentId, amount, currency: code, createdAt }: Intent,
  reason: UnknownReason,
): Promise<void> {
  const checkedAt = clock.now();
  const isThis = eq(unknownPayments.intentId, intentId);
  const [known] = await db.select({ reason: unknownPayments.reason }).from(unknownPayments).where(isThis);
  await db
    .insert(unknownPayments)
    .values({ intentId, amountCents: cents(amount), currency: code, reason, createdAt, checkedAt })
    .onConflictDoUpdate({ target: unknownPayments.intentId, set: { reason, checkedAt } });
  if (reason !== "refund-pending" && known?.reason !== reason)
    log.error({ intent: intentId, reason }, "a charge without a record needs an admin");
}
