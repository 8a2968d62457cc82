import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { toldTo } from "../../../../test/support/notifications.ts";
import { askSandbox } from "../../../../test/support/paying.ts";
import { type Answer, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { type Purchase, buyClass } from "../../../../test/support/purchase.ts";
import { askForRefund, readRefund, withdraw } from "../../../../test/support/withdrawing.ts";
import { users } from "../../../access/tables.ts";
import { settlePayment } from "./settle-payment.ts";

const app = useTestApp();

const day = 24 * 3600;

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
  app.current.clock.advance(8 * day);
});

const waiting = async (): Promise<Answer["body"]> =>
  (await call(app.current, "GET /admin/refund-requests", {}, await renewToken(app.current, bought.admin)))
    .body;

const decline = async (id: string, answer = "The class has ended, and you saw it through.") =>
  call(
    app.current,
    "POST /admin/refund-requests/{id}/decline",
    { params: { id }, body: { answer } },
    await renewToken(app.current, bought.admin),
  );

const ask = (text?: string) => askForRefund(app.current, bought.student, bought.paymentId, text);
const request = async () => (await readRefund(app.current, bought.student, bought.paymentId)).body.request;

const told = (personId: string) => toldTo(app.current, personId);

test("a request lands with the admins, with the numbers of that moment, and is confirmed by mail", async () => {
  const suspended = await makePerson(app.current, "admin");
  const at = app.current.clock.now();
  await app.current.context.db.update(users).set({ suspendedAt: at }).where(eq(users.id, suspended.id));
  expect((await ask("I was ill.\nI have a note.")).status).toBe(200);
  expect(await waiting()).toMatchObject([
    {
      text: "I was ill.\nI have a note.",
      standing: {
        days: { number: 8, holds: false, says: "Day 8: refunds are open for 7 days after the payment." },
        share: { number: 0, holds: true },
        price: { holds: true },
      },
      payment: { _id: bought.paymentId, total: 49, studentEmail: bought.student.email, hasSeat: true },
    },
  ]);
  const line = `${bought.student.name} is asking for a $49.00 refund for “Eyes That Speak”.`;
  expect(await told(bought.admin.id)).toEqual([
    { kind: "refund-requested", line, path: "/dashboard/payments" },
  ]);
  expect(await told(suspended.id)).toEqual([]);
  const mail = (await mailsTo(app.current, bought.student.email)).at(-1);
  expect(mail?.text).toContain("I was ill.");
  expect(mail?.text).toMatch(/received your request on .* UTC/);
  expect(await request()).toMatchObject({ text: "I was ill.\nI have a note.", decision: null });
});

test("is written once, by its student, with words in it", async () => {
  expect((await ask("  ")).body.fields).toEqual([
    { field: "text", message: "Write why you’d like a refund" },
  ]);
  expect((await ask("a\0b")).status).toBe(400);
  expect((await ask("a".repeat(2001))).status).toBe(400);
  const stranger = await makePerson(app.current, "student");
  expect(await askForRefund(app.current, stranger, bought.paymentId)).toMatchObject({
    status: 403,
    body: { code: "not-your-payment" },
  });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await waiting()).toHaveLength(1);
  expect(await told(bought.admin.id)).toHaveLength(1);
});

test("after a partial refund is about the rest", async () => {
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
  await settlePayment(app.current.context, bought.intentId);
  await ask();
  expect(await told(bought.admin.id)).toMatchObject([
    { line: expect.stringContaining("asking for a $40.00 refund") },
  ]);
});

test("a refund grants it", async () => {
  await ask();
  expect((await bought.refund()).body.refundStatus).toBe("refunded");
  expect(await waiting()).toEqual([]);
  expect(await request()).toMatchObject({ decision: "granted", answer: null });
  expect((await ask()).body.code).toBe("refund-decided-already");
});

test("so does a refund in Stripe's dashboard", async () => {
  await ask();
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
  await settlePayment(app.current.context, bought.intentId);
  expect(await request()).toMatchObject({ decision: "granted" });
});

test("declining it tells the student why, once, and keeps the seat", async () => {
  await ask();
  const [{ _id }] = await waiting();
  expect((await decline(_id, " ")).status).toBe(400);
  const answers = await Promise.all([decline(_id), decline(_id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await decline(bought.classId)).status).toBe(404);
  expect(await waiting()).toEqual([]);
  expect(await request()).toMatchObject({
    decision: "declined",
    answer: "The class has ended, and you saw it through.",
  });
  expect(await told(bought.student.id)).toMatchObject([
    { kind: "refund-decided", path: `/dashboard/payment-history/${bought.paymentId}/withdraw` },
  ]);
  expect(await bought.enrolledClasses()).toHaveLength(1);
  const admin = await renewToken(app.current, bought.admin);
  const log = await call(app.current, "GET /admin/audit", { query: { kind: "refund-declined" } }, admin);
  expect(log.body).toMatchObject([
    { by: { _id: bought.admin.id }, before: "$49.00 for Eyes That Speak", about: { _id: bought.student.id } },
  ]);
  expect((await ask()).body.code).toBe("refund-requested-already");
  expect((await withdraw(app.current, bought.student, bought.paymentId)).status).toBe(409);
  // A refund out of goodwill is still possible.
  expect((await bought.refund()).body.refundStatus).toBe("refunded");
  expect(await request()).toMatchObject({ decision: "declined" });
});

test("of a refund and a refusal at once, one decides", async () => {
  await ask();
  const [{ _id }] = await waiting();
  const [refused, refunded] = await Promise.all([decline(_id), bought.refund()]);
  expect(refunded.status).toBe(200);
  expect([200, 409]).toContain(refused.status);
  expect(await request()).toMatchObject({ decision: refused.status === 200 ? "declined" : "granted" });
});
