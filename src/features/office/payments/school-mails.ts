import type { Database } from "../../../platform/database.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { inDollars } from "../../../platform/money.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { type Facts, type Payment, type School, paymentWithStudent } from "./mail-parts.ts";
import { failureInWords, reasonInWords } from "./provider-words.ts";

export async function refundFailedNotice(
  { origin, supportEmail }: School,
  db: Database,
  attemptId: string,
  failure: string | null,
): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: supportEmail,
    namedIds: [student.id],
    subject: `A refund failed: ${student.name}, ${payment.className}`,
    greeting: "A refund needs your attention.",
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
