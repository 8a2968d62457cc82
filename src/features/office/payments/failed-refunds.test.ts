import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import {
  askSandbox,
  buy,
  decideRefund,
  noWebhooks,
  offerClass,
  refundsOf,
  setFaults,
} from "../../../../test/support/paying.ts";
import { call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { type Purchase, buyClass, expectRevenue } from "../../../../test/support/purchase.ts";
import { reconcilePayments, reviewPayments } from "./payment-jobs.ts";
import { refundPayment } from "./refund-payment.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts, payments, refundRequests } from "./tables.ts";

const app = useTestApp();

const support = "support@senga.example";

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

const refundStatus = async () =>
  ((await bought.latestPayments()) as { refundStatus: string }[])[0]?.refundStatus;

const markRepaid = () =>
  call(
    app.current,
    "POST /admin/payments/{id}/repaid",
    { params: { id: bought.paymentId }, body: { note: "Bank transfer" } },
    bought.admin,
  );

describe("a refund", () => {
  test("that Stripe refuses keeps the seat, tells student and support, and can be tried again", async () => {
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
    expect((await bought.refund()).body).toEqual({ isRefunded: false, refundStatus: "failed" });
    expect(await bought.latestPayments()).toMatchObject([
      { refundStatus: "failed", refundFailure: "balance_insufficient", hasSeat: true, refunded: null },
    ]);
    expect(await bought.paymentHistory()).toMatchObject([{ refundStatus: "failed", refundedAmount: 0 }]);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain("didn't go through");
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain("You keep your seat");
    const notice = (await mailsTo(app.current, support)).at(-1);
    expect(notice?.text).toContain("the balance at the payment provider is too low");
    expect(notice?.text).toContain(`/dashboard/payments?q=${bought.intentId}`);
    app.current.clock.advance(3600);
    expect(await reconcilePayments(app.current.context)).toBe(0);
    expect(await refundsOf(app.current, bought.intentId)).toEqual([]);

    expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
    expect(await bought.enrolledClasses()).toEqual([]);
    expect(await bought.latestPayments()).toMatchObject([
      { refundStatus: "refunded", refundFailure: null, hasSeat: false },
    ]);
    expect(await bought.refundLog()).toHaveLength(2);
  });

  test("that is pending keeps the seat until it succeeds", async () => {
    await setFaults(app.current, [{ on: "refund", kind: "pending-refund", times: 1 }]);
    expect((await bought.refund()).body).toEqual({ isRefunded: false, refundStatus: "pending" });
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    expect(await refundsOf(app.current, bought.intentId)).toMatchObject([{ status: "pending" }]);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    await expectRevenue(bought, 49);
    await decideRefund(app.current, bought.intentId, "succeeded");
    await expect.poll(bought.enrolledClasses).toEqual([]);
    expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "refunded", refundedAmount: 49 }]);
    await expectRevenue(bought, 0);
  });

  test("that is pending and then fails is recorded by webhook and can be tried again", async () => {
    await setFaults(app.current, [{ on: "refund", kind: "pending-refund", times: 1 }]);
    await bought.refund();
    await decideRefund(app.current, bought.intentId, "failed");
    await expect.poll(refundStatus).toBe("failed");
    expect(await bought.enrolledClasses()).toHaveLength(1);
    expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
    expect(await refundsOf(app.current, bought.intentId)).toMatchObject([
      { status: "succeeded" },
      { status: "failed" },
    ]);
    expect(await bought.enrolledClasses()).toEqual([]);
  });

  test("that Stripe does not return at once is pending, and is made once", async () => {
    const { context } = app.current;
    const before = await context.stripe.retrieveIntent(bought.intentId);
    const outdated = { ...context, stripe: { ...context.stripe, retrieveIntent: async () => before } };
    const { admin, paymentId } = bought;
    expect(await refundPayment(outdated, admin, paymentId, "Asked on the second day")).toBe("pending");
    app.current.clock.advance(90);
    await reconcilePayments(context);
    expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "refunded" }]);
    expect(await refundsOf(app.current, bought.intentId)).toHaveLength(1);
    expect(await bought.enrolledClasses()).toEqual([]);
  });

  test("that failed in Stripe's dashboard, with no webhook, does not make the next one fail", async () => {
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
    await decideRefund(app.current, bought.intentId, "failed");
    expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
    expect(await bought.enrolledClasses()).toEqual([]);
  });

  test("of what a partial refund left says so to the student, to support and in the log", async () => {
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
    await decideRefund(app.current, bought.intentId, "succeeded");
    await settlePayment(app.current.context, bought.intentId);
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
    expect((await bought.refund()).body).toMatchObject({ refundStatus: "failed" });
    expect(await bought.latestPayments()).toMatchObject([{ total: 49, kept: 40, refundedAmount: 9 }]);
    const { text } = (await mailsTo(app.current, bought.student.email)).at(-1)!;
    expect(text).toContain("tried to refund $40.00 of the $49.00 you paid");
    expect(text).toMatch(/Still to refund: +\$40\.00/);
    expect((await mailsTo(app.current, support)).at(-1)?.text).toContain("should get $40.00 back");
    expect(await bought.refundLog()).toMatchObject([
      { before: expect.stringContaining("$40.00 of the $49.00") },
      {},
    ]);
    await markRepaid();
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toMatch(/Refunded: +\$40\.00/);
    expect(await bought.latestPayments()).toMatchObject([{ kept: 0 }]);
  });

  test.each([
    ["was made", "succeeded"],
    ["was pending", "pending"],
  ])("of a part that %s is emailed to student and support when the bank sends it back", async (_, before) => {
    const { context } = app.current;
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
    if (before === "succeeded") await decideRefund(app.current, bought.intentId, before);
    await settlePayment(context, bought.intentId);
    await decideRefund(app.current, bought.intentId, "failed");
    await settlePayment(context, bought.intentId);
    await settlePayment(context, bought.intentId);
    const toStudent = (await mailsTo(app.current, bought.student.email)).filter(({ text }) =>
      text.includes("didn't go through"),
    );
    expect(toStudent).toHaveLength(1);
    expect(toStudent[0]?.text).toContain("tried to refund $9.00 of the $49.00 you paid");
    expect(toStudent[0]?.text).toMatch(/Still to refund: +\$9\.00/);
    expect(toStudent[0]?.text).not.toContain("until you have your money back");
    const toSupport = await mailsTo(app.current, support);
    expect(toSupport).toHaveLength(1);
    expect(toSupport[0]?.text).toContain("should get $9.00 back");
    expect(toSupport[0]?.text).toContain("the card has expired or was canceled");
    expect(await bought.latestPayments()).toMatchObject([{ kept: 49, refundStatus: "none" }]);
  });

  test("that failed is followed by a refund of a part, which is emailed and logged", async () => {
    await bought.refund();
    await decideRefund(app.current, bought.intentId, "failed");
    await settlePayment(app.current.context, bought.intentId);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "2000" });
    await settlePayment(app.current.context, bought.intentId);
    const { text } = (await mailsTo(app.current, bought.student.email)).at(-1)!;
    expect(text).toContain("We've refunded $20.00 of the $49.00 you paid");
    expect(text).not.toContain("You keep your seat");
    expect(await bought.refundLog()).toMatchObject([
      { by: { name: "payment provider" }, before: "$20.00 of the $49.00 for Eyes That Speak" },
      {},
    ]);
    expect(await bought.latestPayments()).toMatchObject([{ kept: 29, refundStatus: "failed" }]);
  });

  test("is found among all payments", async () => {
    const { classId } = await offerClass(app.current);
    await buy(app.current, await makePerson(app.current, "student"), classId);
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
    await bought.refund();
    const failed = await call(
      app.current,
      "GET /admin/payments/latest",
      { query: { refund: "failed" } },
      await renewToken(app.current, bought.admin),
    );
    expect(failed.body).toMatchObject([{ _id: bought.paymentId, refundStatus: "failed" }]);
  });

  test("that fails weeks later is shown as owed, and refunding again keeps the seat of a new enrollment", async () => {
    await bought.refund();
    expect(await bought.availableSeats()).toBe(5);
    app.current.clock.advance(14 * 24 * 3600);
    await setFaults(app.current, []);
    await decideRefund(app.current, bought.intentId, "failed");
    await expect.poll(refundStatus).toBe("failed");
    expect(await bought.latestPayments()).toMatchObject([
      { refundFailure: "expired_or_canceled_card", hasSeat: false, refunded: null, refundedAmount: 0 },
    ]);
    expect(await bought.paymentHistory()).toMatchObject([{ refundStatus: "failed", refunded: null }]);
    await expectRevenue(bought, 49);
    expect(await bought.availableSeats()).toBe(5);
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain(
      "no longer have access",
    );
    expect((await mailsTo(app.current, support)).at(-1)?.text).toContain("neither the class nor the money");

    // The student buys the class again. The second refund attempt must not return that seat.
    await buy(app.current, await renewToken(app.current, bought.student), bought.classId);
    expect(await bought.availableSeats()).toBe(4);
    expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
    await settlePayment(app.current.context, bought.intentId);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    expect(await bought.availableSeats()).toBe(4);
    await expectRevenue(bought, 49);
  });

  test("that failed can be marked as paid back another way, once", async () => {
    expect(await markRepaid()).toMatchObject({ status: 409, body: { code: "refund-not-failed" } });
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
    await bought.refund();
    expect((await markRepaid()).body).toEqual({ modifiedCount: 1 });
    expect(await markRepaid()).toMatchObject({ status: 409 });
    expect(await bought.enrolledClasses()).toEqual([]);
    expect(await bought.availableSeats()).toBe(5);
    await expectRevenue(bought, 0);
    expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "repaid" }]);
    expect(await bought.paymentHistory()).toMatchObject([{ refundStatus: "repaid" }]);
    expect(await bought.refundLog()).toMatchObject([
      { by: { _id: bought.admin.id }, after: "Paid back another way: Bank transfer" },
      { after: "Asked on the second day" },
    ]);
    const toStudent = (await mailsTo(app.current, bought.student.email)).at(-1);
    expect(toStudent?.text).toContain("paid you back another way");
    expect(toStudent?.text).toContain("no longer have access");
    expect((await bought.refund()).body).toMatchObject({ code: "refund-decided-already" });
  });
});

describe("a payment made through another Stripe account", () => {
  /** As after a change of STRIPE_SECRET_KEY. */
  const moveAccount = async (intentId = "pi_elsewhere") => {
    const { db } = app.current.context;
    for (const table of [payments, paymentAttempts]) await db.update(table).set({ intentId });
  };
  const shownAsFailed = async () => {
    const admin = await renewToken(app.current, bought.admin);
    const query = { refund: "failed" };
    const listed = await call(app.current, "GET /admin/payments/latest", { query }, admin);
    const overview = await call(app.current, "GET /admin/overview", {}, admin);
    const decisions = overview.body as { kind: string; count: number }[];
    const counted = decisions.find(({ kind }) => kind === "failed-refunds")?.count ?? 0;
    return { listed: (listed.body as { _id: string }[]).map(({ _id }) => _id), counted };
  };
  const toSupport = async () =>
    (await mailsTo(app.current, support)).filter(({ subject }) => subject.startsWith("A refund failed"));
  const expectRepaid = async () => {
    expect(await bought.enrolledClasses()).toEqual([]);
    expect(await bought.availableSeats()).toBe(5);
    await expectRevenue(bought, 0);
    expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "repaid", refundFailure: null }]);
    app.current.clock.advance(26 * 3600);
    expect(await reconcilePayments(app.current.context)).toBe(0);
    expect(await reviewPayments(app.current.context)).toBe(0);
  };

  test("can be marked as paid back once it is refunded there, which grants an open request", async () => {
    await call(
      app.current,
      "POST /payments/{id}/refund-request",
      { params: { id: bought.paymentId }, body: { text: "Too fast for me." } },
      bought.student,
    );
    await moveAccount();
    expect(await bought.refund()).toMatchObject({ body: { code: "payment-made-elsewhere" } });
    expect(await bought.latestPayments()).toMatchObject([
      { refundStatus: "none", refundFailure: "made_elsewhere" },
    ]);
    expect((await markRepaid()).body).toEqual({ modifiedCount: 1 });
    expect(await markRepaid()).toMatchObject({ status: 409, body: { code: "refund-not-failed" } });
    const admin = await renewToken(app.current, bought.admin);
    expect((await call(app.current, "GET /admin/refund-requests", {}, admin)).body).toEqual([]);
    const [request] = await app.current.context.db.select().from(refundRequests);
    expect(request).toMatchObject({ decision: "granted", decidedBy: bought.admin.id });
    const { text } = (await mailsTo(app.current, bought.student.email)).at(-1)!;
    expect(text).toContain("We've paid you back the $49.00 you paid");
    expect(text).toContain("no longer have access");
    await expectRepaid();
  });

  test("can be marked as paid back if its refund was pending when the account changed", async () => {
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await bought.refund();
    expect(await markRepaid()).toMatchObject({ status: 409, body: { code: "refund-not-failed" } });
    await moveAccount();
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    expect(await bought.latestPayments()).toMatchObject([
      { refundStatus: "pending", refundFailure: "made_elsewhere" },
    ]);
    expect((await markRepaid()).body).toEqual({ modifiedCount: 1 });
    await expectRepaid();
  });

  test.each([
    ["pending when the account changed", "refunding"],
    ["tried by an admin", "paid"],
  ])("is among the failed refunds if one was %s, and emailed to support once", async (_, state) => {
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    if (state === "refunding") await bought.refund();
    await moveAccount();
    expect(await shownAsFailed()).toEqual({ listed: [], counted: 0 });
    for (let turn = 0; turn < 2; turn += 1) {
      if (state === "paid")
        expect((await bought.refund()).body).toMatchObject({ code: "payment-made-elsewhere" });
      app.current.clock.advance(90);
      await reconcilePayments(app.current.context);
    }
    expect(await shownAsFailed()).toEqual({ listed: [bought.paymentId], counted: 1 });
    const mails = await toSupport();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("should get $49.00 back");
    expect(mails[0]?.text).toContain("made through another Stripe account. Refund it there");
    expect(mails[0]?.text).not.toContain("Try the refund again");
    expect((await markRepaid()).body).toEqual({ modifiedCount: 1 });
    expect(await shownAsFailed()).toEqual({ listed: [], counted: 0 });
  });

  describe("by mistake, because the key was wrong for a while,", () => {
    const makeMistake = async () => {
      await setFaults(app.current, [noWebhooks]);
      await moveAccount();
      await bought.refund();
      expect(await shownAsFailed()).toEqual({ listed: [bought.paymentId], counted: 1 });
      await moveAccount(bought.intentId);
    };

    test("is not marked as paid back, nor shown as failed anymore", async () => {
      await makeMistake();
      expect(await markRepaid()).toMatchObject({ status: 409, body: { code: "refund-not-failed" } });
      expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "none", refundFailure: null }]);
      expect(await shownAsFailed()).toEqual({ listed: [], counted: 0 });
    });

    test("is not shown as failed once it has been reviewed", async () => {
      await makeMistake();
      app.current.clock.advance(25 * 3600);
      expect(await reviewPayments(app.current.context)).toBe(1);
      expect(await shownAsFailed()).toEqual({ listed: [], counted: 0 });
    });

    test("can be refunded", async () => {
      await makeMistake();
      expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
      expect(await bought.latestPayments()).toMatchObject([
        { refundStatus: "refunded", refundFailure: null },
      ]);
      expect(await shownAsFailed()).toEqual({ listed: [], counted: 0 });
    });
  });

  test("is not marked while Stripe doesn't respond", async () => {
    await setFaults(app.current, [noWebhooks, { on: "retrieve", kind: "error-500", times: 3 }]);
    expect(await markRepaid()).toMatchObject({ status: 503, body: { code: "payment-provider-unreachable" } });
    expect(await bought.enrolledClasses()).toHaveLength(1);
  });
});
