import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres, statementsOf } from "../../../../test/support/database.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import {
  askToPay,
  authorizePayment,
  confirmCard,
  intentStatus,
  offerClass,
  report,
} from "../../../../test/support/paying.ts";
import { expectPaidOnce } from "../../../../test/support/payment-records.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { newId } from "../../../platform/ids.ts";
import { lockSeats, takingSeat } from "../../school/enrollments/take-seat.ts";
import { reconcilePayments } from "./payment-jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

async function countWaiting(tx: { readonly execute: (query: SQL) => PromiseLike<unknown> }): Promise<number> {
  const waiting = sql`select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
  return ((await tx.execute(waiting)) as { rows: unknown[] }).rows.length;
}

async function takeSeat(
  context: AppContext,
  tx: Transaction,
  seat: { readonly studentId: string; readonly classId: string },
): Promise<void> {
  expect(await lockSeats(tx, seat)).toBeUndefined();
  const { enrollment, seats } = takingSeat(tx);
  const taking = tx.with(enrollment, seats).select().from(enrollment).prepare("take_seat");
  const at = context.clock.now().toISOString();
  const rows = await taking.execute({ ...seat, enrollmentId: newId(), at, invalidation: "" });
  expect(rows).toHaveLength(1);
}

describe.runIf(isPostgres)("concurrent payments", () => {
  const app = useTestApp();

  test("of a hundred buyers of the last seat, one gets it and the others are not charged", async () => {
    const { instructor } = await offerClass(app.current);
    const classId = await makeClass(app.current, instructor, { availableSeats: 1 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => makePerson(app.current, "student")));
    const intents = await Promise.all(buyers.map((buyer) => askToPay(app.current, buyer, classId)));
    const confirmed = await Promise.all(intents.map((intentId) => confirmCard(app.current, intentId)));
    expect(new Set(confirmed.map(({ status }) => status))).toEqual(new Set(["requires_capture"]));
    const answers = await Promise.all(buyers.map((buyer, i) => report(app.current, buyer, intents[i] ?? "")));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ body }) => body.code))).toEqual(new Set(["no-seats-left"]));
    expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 0, enrolledStudents: 1 });
    expect(await app.current.context.db.select().from(payments)).toHaveLength(1);
    expect(await app.current.context.db.select().from(enrollments)).toHaveLength(1);
    const statuses = await Promise.all(intents.map((intentId) => intentStatus(app.current, intentId)));
    expect(statuses.filter((status) => status === "succeeded")).toHaveLength(1);
    expect(statuses.filter((status) => status === "canceled")).toHaveLength(99);
  }, 120_000);

  test("while a seat is being taken, selecting that class waits and another student's payment does not", async () => {
    const { student, classId } = await offerClass(app.current);
    const other = await makePerson(app.current, "student");
    const { context } = app.current;
    let selecting: ReturnType<typeof call> | undefined;
    await context.db.transaction(async (tx) => {
      await takeSeat(context, tx, { studentId: student.id, classId });
      expect(await askToPay(app.current, other, classId)).toMatch(/^pi_/);
      selecting = call(app.current, "POST /selected/class", { body: { classId } }, student);
      await expect.poll(() => countWaiting(tx), { interval: 50 }).toBe(1);
    });
    expect(await selecting).toMatchObject({ status: 409, body: { code: "already-enrolled" } });
  });

  test("a purchase is twelve statements, and one of them while the class is locked", async () => {
    const { student, classId } = await offerClass(app.current);
    await call(app.current, "POST /selected/class", { body: { classId } }, student);
    const intentId = await authorizePayment(app.current, student, classId);
    const statements = await statementsOf(() => settlePayment(app.current.context, intentId));
    expect(statements.length).toBeLessThanOrEqual(12);
    const locked = statements.slice(statements.findIndex((text) => text.endsWith("for no key update")) + 1);
    expect(locked.slice(0, 2)).toEqual([expect.stringContaining('update "classes"'), "commit"]);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("a first lesson that comes out while a seat is being taken is announced to its student", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const { context } = app.current;
    let publishing: Promise<unknown> | undefined;
    await context.db.transaction(async (tx) => {
      await takeSeat(context, tx, { studentId: student.id, classId });
      publishing = makeLesson(app.current, instructor, classId);
      await expect.poll(() => countWaiting(tx), { interval: 50 }).toBe(1);
    });
    await publishing;
    const { body } = await call(app.current, "GET /notifications", {}, student);
    expect(body).toMatchObject([{ kind: "first-lesson" }]);
  });

  test("browser, webhook and reconciler at the same time settle a payment once", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    app.current.clock.advance(90);
    await Promise.all([
      report(app.current, student, intentId),
      settlePayment(app.current.context, intentId),
      reconcilePayments(app.current.context),
      reconcilePayments(app.current.context),
      report(app.current, student, intentId),
    ]);
    await settlePayment(app.current.context, intentId);
    await expectPaidOnce(app.current, classId, intentId);
  });
});
