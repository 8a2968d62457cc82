import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { type Cents, inDollars } from "../../platform/money.ts";
import type { Mail } from "../../platform/outbox.ts";
import type { Settings } from "../../settings/settings.ts";
import { users } from "../accounts/tables.ts";
import { findClass } from "../classes/queries.ts";
import { cardName, failureInWords, reasonInWords } from "./provider-words.ts";
import { payments } from "./tables.ts";

type School = Pick<Settings, "origin" | "supportEmail">;

export async function receiptMail(school: School, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const { cardBrand, cardLast4 } = payment;
  return layOutMail({
    to: student.email,
    subject: `You are enrolled in ${payment.className}`,
    greeting: `Welcome to ${payment.className}, ${student.name}.`,
    paragraphs: [`Your payment went through. You have a seat in ${payment.instructorName}'s class.`],
    facts: [
      ["Class", payment.className],
      ["Date", dateOf(payment.createdAt)],
      ["Base price", inDollars(payment.priceCents)],
      ["Tax", inDollars(payment.taxCents)],
      ["Total", inDollars(payment.totalCents)],
      ...(cardBrand && cardLast4
        ? ([["Paid with", `${cardName(cardBrand)} ending in ${cardLast4}`]] as const)
        : []),
      ["Transaction ID", payment.intentId],
      ["Sold by", `Senga, ${school.supportEmail}`],
    ],
    action: {
      label: "Open your class",
      url: `${school.origin}/dashboard/enrolled-classes/${payment.classId}`,
    },
    reason: "You're receiving this email because you paid for a class. Keep it as your receipt.",
  });
}

/** Sent on capture, not on seating: a seat whose payment fails to capture is returned. */
export async function enrolledMail({ origin }: School, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const item = await findClass(db, payment.classId);
  if (!item) throw new Error(`class ${payment.classId} was paid for and is gone`);
  return layOutMail({
    to: item.instructorEmail,
    subject: `${student.name} enrolled in ${item.name}`,
    greeting: `Good news, ${item.instructorName}.`,
    paragraphs: [`${student.name} paid for a seat in your class and is enrolled.`],
    facts: [
      ["Class", item.name],
      ["Paid", inDollars(payment.totalCents)],
      ["Students enrolled", String(item.enrolledStudents)],
      ["Seats left", String(item.availableSeats)],
    ],
    action: { label: "Open My Classes", url: `${origin}/dashboard/instructor/my-classes` },
    reason: instructorReason,
  });
}

export async function notCollectedMail({ origin }: School, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: student.email,
    subject: `Your payment for ${payment.className} did not go through`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      `Your bank declined the ${inDollars(payment.totalCents)} payment for ${payment.className}, so you weren't charged ` +
        "and your seat was released.",
      "You can select the class again and pay with another card.",
    ],
    action: { label: "Back to the classes", url: `${origin}/classes` },
    reason: "You're receiving this email because we couldn't collect a payment of yours.",
  });
}

export async function refundMail(
  { origin }: School,
  db: Database,
  attemptId: string,
  { isByBank, endsAccess }: { readonly isByBank: boolean; readonly endsAccess: boolean },
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const total = inDollars(payment.totalCents);
  return layOutMail({
    to: student.email,
    subject: `Your refund for ${payment.className}`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      isByBank
        ? `Your bank has returned the ${total} you paid for ${payment.className}, after you disputed the payment.`
        : `We've refunded the ${total} you paid for ${payment.className}. It will reach your card in 5–10 business days.`,
      ...(endsAccess ? [accessEnded] : []),
    ],
    facts: refundFacts(payment, payment.totalCents),
    action: openHistory(origin),
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
    to: student.email,
    subject: `A partial refund for ${payment.className}`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      `We've refunded ${inDollars(part)} of the ${inDollars(payment.totalCents)} you paid for ${payment.className}. ` +
        "It will reach your card in 5–10 business days.",
      "You keep your seat in the class.",
    ],
    facts: refundFacts(payment, part),
    action: openHistory(origin),
    reason: refundReason,
  });
}

export async function refundFailedMail(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: student.email,
    subject: `Your refund for ${payment.className} didn't go through`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      `We tried to refund the ${inDollars(payment.totalCents)} you paid for ${payment.className}, but the refund didn't go ` +
        "through. This happens when a card has been closed or has expired, for example.",
      "We still owe you this money and have been told. We'll try again or find another way to pay you back. If your card " +
        `no longer works, write to ${supportEmail} and we'll sort it out together.`,
      payment.seatReturnedAt
        ? accessEnded
        : "Until you have your money back, you keep your seat in the class.",
    ],
    facts: [
      ["Class", payment.className],
      ["Still to refund", inDollars(payment.totalCents)],
      ["Transaction ID", payment.intentId],
    ],
    action: openHistory(origin),
    reason: "You're receiving this email because we couldn't refund a payment of yours.",
  });
}

export async function refundFailedNotice(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  failure: string | null,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: supportEmail,
    subject: `A refund failed: ${student.name}, ${payment.className}`,
    greeting: "A refund needs you.",
    paragraphs: [
      `${student.name} should get ${inDollars(payment.totalCents)} back for ${payment.className}, but ${failureInWords(failure)}`,
      payment.seatReturnedAt
        ? "The seat went back when the refund first went through, so the student has neither the class nor the money."
        : "The student still has the seat.",
      "Try the refund again, or pay the student back another way and mark it as paid back.",
    ],
    facts: schoolFacts(payment, student),
    action: openPayment(origin, payment.intentId),
    reason: supportReason,
  });
}

export async function repaidMail(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  endsAccess: boolean,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: student.email,
    subject: `Your refund for ${payment.className}`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      `We couldn't refund the ${inDollars(payment.totalCents)} you paid for ${payment.className} to your card, so we've ` +
        `paid you back another way. If the money hasn't reached you, write to ${supportEmail}.`,
      ...(endsAccess ? [accessEnded] : []),
    ],
    facts: refundFacts(payment, payment.totalCents),
    action: openHistory(origin),
    reason: refundReason,
  });
}

export async function seatReturnedMail({ origin }: School, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const item = await findClass(db, payment.classId);
  if (!item) throw new Error(`class ${payment.classId} was paid for and is gone`);
  return layOutMail({
    to: item.instructorEmail,
    subject: `${student.name} was refunded for ${item.name}`,
    greeting: `Hello ${item.instructorName},`,
    paragraphs: [`${student.name} was refunded for your class, and the seat is available again.`],
    facts: [
      ["Class", item.name],
      ["Refunded", inDollars(payment.totalCents)],
      ["Students enrolled", String(item.enrolledStudents)],
      ["Seats left", String(item.availableSeats)],
    ],
    action: { label: "Open My Classes", url: `${origin}/dashboard/instructor/my-classes` },
    reason: instructorReason,
  });
}

export async function disputeMail(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const { disputeStatus, disputedCents, disputeReason } = payment;
  const amount = inDollars(disputedCents);
  const [subject, text] =
    disputeStatus === "lost"
      ? ["A dispute was lost", `The bank has decided for ${student.name} and taken back the ${amount}.`]
      : disputeStatus === "won"
        ? ["A dispute was closed", `The bank has decided for the school. You keep the ${amount}.`]
        : [
            "A payment is disputed",
            `${student.name}'s bank wants ${amount} back: ${reasonInWords(disputeReason)} Answer it in your payment ` +
              "provider's dashboard before the deadline there, or the dispute is lost.",
          ];
  return layOutMail({
    to: supportEmail,
    subject: `${subject}: ${student.name}, ${payment.className}`,
    greeting: `${subject}.`,
    paragraphs: [text],
    facts: [...schoolFacts(payment, student), ["Disputed", amount]],
    action: openPayment(origin, payment.intentId),
    reason: supportReason,
  });
}

const accessEnded = "You no longer have access to this class.";
const instructorReason = "You're receiving this email because you teach this class.";
const refundReason = "You're receiving this email because a payment of yours was refunded.";
const supportReason = "You're receiving this email because this is the school's support address.";

const openHistory = (origin: string) => ({
  label: "Open your payment history",
  url: `${origin}/dashboard/payment-history`,
});

const openPayment = (origin: string, intentId: string) => ({
  label: "Open the payment",
  url: `${origin}/dashboard/payments?q=${encodeURIComponent(intentId)}`,
});

type Payment = typeof payments.$inferSelect;
type Facts = readonly (readonly [label: string, value: string])[];

const refundFacts = (payment: Payment, amount: Cents): Facts => [
  ["Class", payment.className],
  ["Refunded", inDollars(amount)],
  ["Transaction ID", payment.intentId],
];

const schoolFacts = (payment: Payment, student: { name: string; email: string }): Facts => [
  ["Class", payment.className],
  ["Student", `${student.name}, ${student.email}`],
  ["Paid", inDollars(payment.totalCents)],
  ["Transaction ID", payment.intentId],
];

const dateOf = (at: Date): string => at.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

async function paymentWithStudent(db: Database, attemptId: string) {
  const [row] = await db
    .select({ payment: payments, student: { name: users.name, email: users.email } })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(eq(payments.attemptId, attemptId));
  if (!row) throw new Error(`attempt ${attemptId} has no payment`);
  return row;
}
