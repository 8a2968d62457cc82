import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { inDollars } from "../../platform/money.ts";
import type { Mail } from "../../platform/outbox.ts";
import { users } from "../accounts/tables.ts";
import { findClass } from "../classes/queries.ts";
import { payments } from "./tables.ts";

/** The student's receipt, written when the money has been collected. */
export async function receiptMail(origin: string, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: student.email,
    subject: `You are enrolled in ${payment.className}`,
    greeting: `Welcome to ${payment.className}, ${student.name}.`,
    paragraphs: [`Your payment went through and a seat in ${payment.instructorName}'s class is yours.`],
    facts: [
      ["Class", payment.className],
      ["Base price", inDollars(payment.priceCents)],
      ["Tax", inDollars(payment.taxCents)],
      ["Total", inDollars(payment.totalCents)],
      ["Transaction ID", payment.intentId],
    ],
    action: { label: "Open your classes", url: `${origin}/dashboard/enrolled-classes` },
    reason: "You get this mail because you paid for a class. Keep it as your receipt.",
  });
}

/** Tells the instructor that a student has come, written when the money has been collected: then the seat stays taken. */
export async function enrolledMail(origin: string, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const taught = await findClass(db, payment.classId);
  if (!taught) throw new Error(`class ${payment.classId} was paid for and is gone`);
  return layOutMail({
    to: taught.instructorEmail,
    subject: `${student.name} enrolled in ${taught.name}`,
    greeting: `Good news, ${taught.instructorName}.`,
    paragraphs: [`${student.name} paid for a seat in your class and is enrolled.`],
    facts: [
      ["Class", taught.name],
      ["Paid", inDollars(payment.totalCents)],
      ["Students enrolled", String(taught.enrolledStudents)],
      ["Seats left", String(taught.availableSeats)],
    ],
    action: { label: "Open My Classes", url: `${origin}/dashboard/instructor/my-classes` },
    reason: "You get this mail because you teach this class.",
  });
}

/** To a student whose bank did not release the authorised money after all. */
export async function notCollectedMail(origin: string, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: student.email,
    subject: `Your payment for ${payment.className} did not go through`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      `Your bank did not release the ${inDollars(payment.totalCents)} for ${payment.className}, so nothing was charged ` +
        "and the seat is free again.",
      "You can select the class again and pay with another card.",
    ],
    action: { label: "Back to the classes", url: `${origin}/classes` },
    reason: "You get this mail because a payment of yours could not be collected.",
  });
}

/** To the student whose payment was given back. */
export async function refundMail(origin: string, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  return layOutMail({
    to: student.email,
    subject: `Your refund for ${payment.className}`,
    greeting: `Hello ${student.name},`,
    paragraphs: [
      `We have given back the ${inDollars(payment.totalCents)} that you paid for ${payment.className}. The money goes to ` +
        "the card or account that you paid with, within 5–10 business days; how soon it shows depends on your bank.",
      "With the refund your seat in the class and your access to it have ended.",
    ],
    facts: [
      ["Class", payment.className],
      ["Refunded", inDollars(payment.totalCents)],
      ["Transaction ID", payment.intentId],
    ],
    action: { label: "Open your payment history", url: `${origin}/dashboard/payment-history` },
    reason: "You get this mail because a payment of yours was refunded.",
  });
}

/** Tells the instructor that a student has left with a refund. */
export async function seatFreeMail(origin: string, db: Database, attemptId: string): Promise<Mail> {
  const { payment, student } = await paymentWithStudent(db, attemptId);
  const taught = await findClass(db, payment.classId);
  if (!taught) throw new Error(`class ${payment.classId} was paid for and is gone`);
  return layOutMail({
    to: taught.instructorEmail,
    subject: `${student.name} left ${taught.name}`,
    greeting: `Hello ${taught.instructorName},`,
    paragraphs: [`${student.name}'s payment for your class was refunded, and the seat is free again.`],
    facts: [
      ["Class", taught.name],
      ["Refunded", inDollars(payment.totalCents)],
      ["Students enrolled", String(taught.enrolledStudents)],
      ["Seats left", String(taught.availableSeats)],
    ],
    action: { label: "Open My Classes", url: `${origin}/dashboard/instructor/my-classes` },
    reason: "You get this mail because you teach this class.",
  });
}

async function paymentWithStudent(db: Database, attemptId: string) {
  const [row] = await db
    .select({ payment: payments, student: { name: users.name, email: users.email } })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(eq(payments.attemptId, attemptId));
  if (!row) throw new Error(`attempt ${attemptId} has no payment`);
  return row;
}
