import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { type Cents, cents, inDollars } from "../../../platform/money.ts";
import type { Settings } from "../../../settings/settings.ts";
import { users } from "../../../access/tables.ts";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { utcDate } from "../../../ui/day.ts";
import { type LessonStatus, lessonNote } from "../../school/classes/lesson-status.ts";
import type { Notification } from "../../school/notifications/notify.ts";
import { keptCents, refundableCents } from "./queries.ts";
import { payments } from "./tables.ts";
import { paidWith, failureInWords, madeElsewhere, reasonInWords, sellerOf } from "./policy.ts";
import type { Intent } from "./run-provider-step.ts";
import type { Refusal } from "./state.ts";

export type School = Pick<Settings, "origin" | "school" | "supportEmail">;

type Payment = typeof payments.$inferSelect;
type Facts = readonly (readonly [label: string, value: string])[];

export const openHistory = (origin: string) => ({
  label: "Open your payment history",
  url: `${origin}/dashboard/payment-history`,
});

export const receiptLink = (origin: string, { id }: Pick<Payment, "id">) => ({
  label: "Receipt",
  url: `${origin}/dashboard/receipts/${id}`,
});

export const refundFacts = (payment: Payment, amount: Cents): Facts => [
  ["Class", payment.className],
  ["Refunded", inDollars(amount)],
  ["Transaction ID", payment.intentId],
];

/** In UTC: the reader's time zone is unknown. */
export function momentOf(at: Date): string {
  const time = at.toLocaleTimeString("en-US", { timeStyle: "short", timeZone: "UTC" });
  return `${utcDate(at)}, ${time.replace("\u202f", " ")} UTC`;
}

const studentColumns = { id: users.id, name: users.name, email: users.email };

export async function paymentWithStudent(db: Database, attemptId: string) {
  const [row] = await db
    .select({ payment: payments, student: studentColumns })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(eq(payments.attemptId, attemptId));
  if (!row) throw new Error(`attempt ${attemptId} has no payment`);
  return row;
}

interface Buyer {
  readonly student: { readonly name: string; readonly email: string };
  readonly instructorId: string;
  readonly lessonStatus: LessonStatus;
}

/** Sent on capture: a seat whose payment fails to capture is returned. */
export function receiptMail(
  school: School,
  payment: Payment,
  { student, instructorId, lessonStatus }: Buyer,
): Mail {
  const { cardBrand, cardLast4 } = payment;
  const { name, address, email } = sellerOf(school);
  const note = lessonNote(lessonStatus);
  return layOutMail({
    to: student.email,
    namedIds: [instructorId],
    subject: `You are enrolled in ${payment.className}`,
    greeting: `Welcome to ${payment.className}, ${student.name}.`,
    paragraphs: [
      `Your payment went through. You have a seat in ${payment.instructorName}'s class.`,
      ...(note ? [note] : []),
    ],
    facts: [
      ["Class", payment.className],
      ["Instructor", payment.instructorName],
      ["For", `${student.name}, ${student.email}`],
      ["Date", utcDate(payment.capturedAt ?? payment.createdAt)],
      ["Base price", inDollars(payment.priceCents)],
      ["Tax", inDollars(payment.taxCents)],
      ["Total", inDollars(payment.totalCents)],
      ...(cardBrand && cardLast4
        ? ([["Paid with", paidWith({ brand: cardBrand, last4: cardLast4 })]] as const)
        : []),
      ["Transaction ID", payment.intentId],
      ["Sold by", [name, address, email].filter(Boolean).join(", ")],
    ],
    action: {
      label: "Open your class",
      url: `${school.origin}/dashboard/enrolled-classes/${payment.classId}`,
    },
    link: receiptLink(school.origin, payment),
    reason: "You're receiving this email because you paid for a class. Keep it as your receipt.",
  });
}

export function notCollectedMail(
  { origin }: School,
  payment: Payment,
  { student }: Pick<Buyer, "student">,
): Mail {
  return layOutMail({
    ...toPerson(student),
    subject: `Your payment for ${payment.className} didn't go through`,
    paragraphs: [
      `Your bank declined the ${inDollars(payment.totalCents)} payment for ${payment.className}, so you weren't charged ` +
        "and your seat was released.",
      "You can select the class again and pay with another card.",
    ],
    action: { label: "Back to the classes", url: `${origin}/classes` },
    reason: "You're receiving this email because we couldn't collect a payment of yours.",
  });
}

const notEnrolled = (why: string) => (className: string) => ({
  subject: `We couldn't enroll you in ${className}`,
  text: `Your bank approved your payment for ${className}, but we couldn't enroll you. ${why}`,
});

const secondPayment = (className: string) => ({
  subject: `Your second payment for ${className}`,
  text: `You already have a seat in ${className}, so we didn't keep your second payment.`,
});

const newPrice = "Its price changed while you were paying.";
const noAccount = "Your account was deleted while you were paying.";

const refusals = {
  "class-not-open": notEnrolled("It closed to new students while you were paying."),
  "already-enrolled": secondPayment,
  "no-seats-left": notEnrolled("Someone took the last seat while you were paying."),
  mismatch: notEnrolled("The payment didn't match what the class costs."),
  replaced: notEnrolled(newPrice),
  "paid-late": notEnrolled(newPrice),
  "paid-already": secondPayment,
  "no-consent": notEnrolled("Your parent or guardian doesn't agree to purchases at the moment."),
  "account-deleted": notEnrolled(noAccount),
  "account-gone": notEnrolled(noAccount),
  "other-payment": notEnrolled("A newer payment of yours for it has replaced this one."),
  "class-gone": () => ({
    subject: "We couldn't enroll you in your class",
    text: "Your bank approved your payment for a class that is no longer part of our school, so we couldn't enroll you.",
  }),
} satisfies Record<
  Refusal | "other-payment" | "class-gone",
  (className: string) => { subject: string; text: string }
>;

interface RefusedPayment {
  readonly student: { readonly name: string; readonly email: string };
  readonly className: string;
  readonly refusal: keyof typeof refusals;
  /** Authorized or charged, or given back since. */
  readonly intent: Pick<Intent, "id" | "amount" | "status">;
}

/** Whoever has left the page has no other way to know. */
export function refusedMail(
  { origin }: School,
  { student, className, refusal, intent }: RefusedPayment,
): Mail {
  const { subject, text } = refusals[refusal](className);
  const amount = inDollars(cents(intent.amount));
  return layOutMail({
    ...toPerson(student),
    subject,
    paragraphs: [
      text,
      intent.status === "requires_capture" || intent.status === "canceled"
        ? `You weren't charged. Your bank may show ${amount} as pending for a few days before releasing it.`
        : `We're refunding the whole ${amount}. It will reach your card in 5–10 business days.`,
    ],
    facts: [["Transaction ID", intent.id]],
    action: { label: "Back to the classes", url: `${origin}/classes` },
    reason: "You're receiving this email because you paid for a class.",
  });
}

/** @param part cents of a partial refund */
export async function refundFailedNotice(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  failure: string | null,
  part?: Cents,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: supportEmail,
    namedIds: [student.id],
    subject: `A refund failed: ${student.name}, ${payment.className}`,
    greeting: "A refund needs your attention.",
    paragraphs: [
      `${student.name} should get ${inDollars(part ?? keptCents(payment))} back for ${payment.className}, but ${failureInWords(failure)}`,
      payment.seatReturnedAt
        ? `The seat went back when ${payment.withdrawnAt ? "the student withdrew" : "the refund first went through"}, so the student has neither the class nor the money.`
        : "The student still has the seat.",
      ...(failure === madeElsewhere
        ? []
        : [
            part
              ? "Make the refund again in your payment provider's dashboard, or pay the student back another way."
              : "Try the refund again, or pay the student back another way and mark it as paid back.",
          ]),
    ],
    facts: schoolFacts(payment, student),
    action: openPayment(origin, payment.intentId),
    reason: supportReason,
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
  const kept = keptCents(payment);
  const isReturned = kept === 0 || payment.repaidAt !== null;
  const [subject, text] =
    disputeStatus === "lost"
      ? ["A dispute was lost", `The bank decided in ${student.name}'s favor and took back the ${amount}.`]
      : disputeStatus === "won"
        ? [
            "A dispute was closed",
            isReturned
              ? "The bank isn't taking any money: the payment had already been refunded."
              : `The bank decided in the school's favor. You keep the ${inDollars(kept)}.`,
          ]
        : [
            "A payment is disputed",
            `${student.name}'s bank wants ${amount} back: ${reasonInWords(disputeReason)} Answer it in your payment ` +
              "provider's dashboard before the deadline there, or the dispute is lost." +
              (isReturned ? " The payment has already been refunded: tell the bank so there." : ""),
          ];
  return layOutMail({
    to: supportEmail,
    namedIds: [student.id],
    subject: `${subject}: ${student.name}, ${payment.className}`,
    greeting: `${subject}.`,
    paragraphs: [text],
    facts: [...schoolFacts(payment, student), ["Disputed", amount]],
    action: openPayment(origin, payment.intentId),
    reason: supportReason,
  });
}

const supportReason = "You're receiving this email because this is the school's support address.";

const openPayment = (origin: string, intentId: string) => ({
  label: "Open the payment",
  url: `${origin}/dashboard/payments?q=${encodeURIComponent(intentId)}`,
});

const schoolFacts = (payment: Payment, student: { name: string; email: string }): Facts => [
  ["Class", payment.className],
  ["Student", `${student.name}, ${student.email}`],
  ["Paid", inDollars(payment.totalCents)],
  ["Transaction ID", payment.intentId],
];

export const saleNotice = (
  kind: "student-enrolled" | "student-refunded",
  payment: Payment,
  instructorId: string,
): Notification => ({
  kind,
  personId: instructorId,
  actorId: payment.studentId,
  classId: payment.classId,
  cents: kind === "student-enrolled" ? payment.totalCents : refundableCents(payment),
  aboutId: payment.attemptId,
  path: "/dashboard/instructor/my-classes",
});
