import { layOutMail } from "../../../platform/mail-layout.ts";
import { inDollars } from "../../../platform/money.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { type LessonStatus, lessonNote } from "../../school/classes/lesson-status.ts";
import { utcDate } from "../../../platform/utc-date.ts";
import { type Payment, type School, receiptLink } from "./mail-parts.ts";
import { paidWith } from "./provider-words.ts";
import { sellerOf } from "./seller.ts";

interface Buyer {
  readonly student: { readonly name: string; readonly email: string };
  readonly instructorId: string;
  readonly lessonStatus: LessonStatus;
}

/** On capture: a seat whose payment fails to capture is returned. */
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
    to: student.email,
    subject: `Your payment for ${payment.className} didn't go through`,
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
