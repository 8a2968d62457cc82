import type { Database } from "../../../platform/database.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { inDollars } from "../../../platform/money.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { lessonNote } from "../../school/classes/lesson-status.ts";
import { findClass } from "../../school/classes/queries.ts";
import { utcDate } from "../../../platform/utc-date.ts";
import { type School, paymentWithStudent, receiptLink } from "./mail-parts.ts";
import { paidWith } from "./provider-words.ts";
import { sellerOf } from "./seller.ts";

/** On capture: a seat whose payment fails to capture is returned. */
export async function receiptMail(school: School, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student, instructorId } = await paymentWithStudent(db, attemptId);
  const item = await findClass(db, payment.classId);
  if (!item) throw new Error(`class ${payment.classId} was paid for and is gone`);
  const { cardBrand, cardLast4 } = payment;
  const { name, address, email } = sellerOf(school);
  const note = lessonNote(item.lessonStatus);
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
