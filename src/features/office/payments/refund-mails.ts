import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import { type Cents, inDollars } from "../../../platform/money.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { type School, momentOf, openHistory, paymentWithStudent, receiptLink, refundFacts } from "./mails.ts";
import { standingInWords } from "./refund-standing.ts";
import { keptCents, refundableCents } from "./queries.ts";
import { type payments, refundRequests } from "./tables.ts";

/** The acknowledgment required by EU law: the declaration and its time. */
export async function withdrawalMail(
  { origin }: School,
  db: Database,
  attemptId: string,
  at: Date,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    ...toPerson(student),
    subject: `You withdrew from ${payment.className}`,
    paragraphs: [
      `You withdrew from ${payment.className}, and we received your withdrawal on ${momentOf(at)}.`,
      `We're returning ${owedOf(payment)} you paid for it, and will email you once it's on its way. You no longer ` +
        "have a seat in the class, access to its lessons, or its certificate.",
    ],
    facts: [
      ["Name", student.name],
      ["Class", payment.className],
      ["Paid", inDollars(payment.totalCents)],
      ["Transaction ID", payment.intentId],
      ["Withdrawn", momentOf(at)],
    ],
    action: openHistory(origin),
    reason: "You're receiving this email because you withdrew from a class. Keep it as your confirmation.",
  });
}

/** A request may itself be a legal withdrawal, so this confirms its text and time. */
export async function requestMail(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  requestId: string,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const [request] = await db.select().from(refundRequests).where(eq(refundRequests.id, requestId));
  if (!request) throw new Error(`refund request ${requestId} is gone`);
  return layOutMail({
    ...toPerson(student),
    subject: `Your refund request for ${payment.className}`,
    paragraphs: [
      `We received your request on ${momentOf(request.createdAt)}, and we'll reply within 3–5 business days. You wrote:`,
      ...request.text.split(/\n+/),
      `Here's what we checked: ${standingInWords(request.standing).join(" ")}`,
      `If you want to add something, write to ${supportEmail}.`,
    ],
    facts: [
      ["Class", payment.className],
      ["Paid", inDollars(payment.totalCents)],
      ["Transaction ID", payment.intentId],
    ],
    action: openHistory(origin),
    reason: "You're receiving this email because you asked for a refund.",
  });
}

export async function refundMail(
  { origin }: School,
  db: Database,
  attemptId: string,
  { isByBank, endsAccess }: { readonly isByBank: boolean; readonly endsAccess: boolean },
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    ...toPerson(student),
    subject: `Your refund for ${payment.className}`,
    paragraphs: [
      isByBank
        ? `Your bank has returned ${owedOf(payment)} you paid for ${payment.className}, after you disputed the payment.`
        : `We've refunded ${owedOf(payment)} you paid for ${payment.className}. It will reach your card in 5–10 business days.`,
      ...(endsAccess ? [accessEnded] : []),
    ],
    facts: refundFacts(payment, refundableCents(payment)),
    action: openHistory(origin),
    link: receiptLink(origin, payment),
    reason: refundReason,
  });
}

export async function partialRefundMail(
  { origin }: School,
  db: Database,
  attemptId: string,
  part: Cents,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    ...toPerson(student),
    subject: `A partial refund for ${payment.className}`,
    paragraphs: [
      `We've refunded ${inDollars(part)} of the ${inDollars(payment.totalCents)} you paid for ${payment.className}. ` +
        "It will reach your card in 5–10 business days.",
      ...(payment.seatReturnedAt ? [] : [keepSeat]),
    ],
    facts: refundFacts(payment, part),
    action: openHistory(origin),
    link: receiptLink(origin, payment),
    reason: refundReason,
  });
}

/** @param part cents of a partial refund */
export async function refundFailedMail(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  part?: Cents,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    ...toPerson(student),
    subject: `Your refund for ${payment.className} didn't go through`,
    paragraphs: [
      `We tried to refund ${owedOf(payment, part)} you paid for ${payment.className}, but the refund didn't go ` +
        "through. This happens when a card has been closed or has expired, for example.",
      "We still owe you this money and we're on it. We'll try again or find another way to pay you back. If your card " +
        `no longer works, write to ${supportEmail} and we'll sort it out together.`,
      payment.seatReturnedAt
        ? accessEnded
        : part
          ? keepSeat
          : "You keep your seat in the class until you have your money back.",
    ],
    facts: [
      ["Class", payment.className],
      ["Still to refund", inDollars(part ?? keptCents(payment))],
      ["Transaction ID", payment.intentId],
    ],
    action: openHistory(origin),
    reason: "You're receiving this email because we couldn't refund a payment of yours.",
  });
}

export async function repaidMail(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  { isElsewhere, endsAccess }: { readonly isElsewhere: boolean; readonly endsAccess: boolean },
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const paid = `${owedOf(payment)} you paid for ${payment.className}`;
  return layOutMail({
    ...toPerson(student),
    subject: `Your refund for ${payment.className}`,
    paragraphs: [
      (isElsewhere
        ? `We've paid you back ${paid}. `
        : `We couldn't refund ${paid} to your card, so we've paid you back another way. `) +
        `If the money hasn't reached you, write to ${supportEmail}.`,
      ...(endsAccess ? [accessEnded] : []),
    ],
    facts: refundFacts(payment, keptCents(payment)),
    action: openHistory(origin),
    reason: refundReason,
  });
}

const keepSeat = "You keep your seat in the class.";
const accessEnded = "You no longer have access to this class.";
const refundReason = "You're receiving this email because a payment of yours was refunded.";

/** "the $49.00", or "$40.00 of the $49.00" if that is a part. */
function owedOf(payment: typeof payments.$inferSelect, owed = refundableCents(payment)): string {
  const total = payment.totalCents;
  return owed < total ? `${inDollars(owed)} of the ${inDollars(total)}` : `the ${inDollars(total)}`;
}
