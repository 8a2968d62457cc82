import { expect } from "vitest";
import type { TestApp } from "./app.ts";
import { makeLesson } from "./lessons.ts";
import { buy, offerClass, refundPayment } from "./paying.ts";
import { type Sent, type TestPerson, call, makePerson, renewToken } from "./people.ts";
import { classRow } from "./school.ts";

/** A student's paid enrollment, with the views of student, instructor and admin. */
export type Purchase = Awaited<ReturnType<typeof buyClass>>;

export async function buyClass(app: TestApp) {
  const admin = await makePerson(app, "admin");
  const { student, instructor, classId } = await offerClass(app);
  // A lesson starts the refund period. A preview counts in nobody's share.
  await makeLesson(app, instructor, classId, { isPreview: true, isRequired: false });
  const { intentId, paymentId } = await buy(app, student, classId);
  const read = async (key: string, person: TestPerson, sent: Sent = {}) =>
    (await call(app, key, sent, await renewToken(app, person))).body;
  const ofStudent = { params: { email: student.email } };
  const ofInstructor = { params: { email: instructor.email } };
  const totals = () => read("GET /admin/payments", admin);
  return {
    admin,
    instructor,
    student,
    classId,
    intentId,
    paymentId,
    refund: async () => refundPayment(app, await renewToken(app, admin), paymentId),
    paymentHistory: () => read("GET /payments/{email}", student, ofStudent),
    enrolledClasses: (): Promise<unknown[]> => read("GET /enrolled/classes/{email}", student, ofStudent),
    latestPayments: () => read("GET /admin/payments/latest", admin),
    refundLog: () => read("GET /admin/audit", admin, { query: { kind: "payment-refunded" } }),
    totals,
    figures: async () => ({
      school: (await totals()).revenue,
      teaching: await read("GET /instructor/totals/{email}", instructor, ofInstructor),
      days: (await read("GET /admin/statistics", admin)).steps as { revenue: number; enrollments: number }[],
    }),
    availableSeats: async () => (await classRow(app, classId)).availableSeats,
  };
}

export async function expectRevenue({ figures }: Purchase, dollars: number): Promise<void> {
  const { school, teaching, days } = await figures();
  const overTime = days.reduce((sum, { revenue }) => sum + revenue, 0);
  expect({ school, teaching: teaching.earnings, overTime }).toEqual({
    school: dollars,
    teaching: dollars,
    overTime: dollars,
  });
}
