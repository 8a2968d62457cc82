import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../../http/client.ts";
import { type CheckoutActions, createCheckout, reportFailed, readConfirmation } from "./use-checkout.ts";

const authorized = async () => ({ kind: "authorized", intentId: "pi_1" }) as const;

function openCheckout(overrides: Partial<CheckoutActions> = {}) {
  const actions = {
    report: vi.fn<CheckoutActions["report"]>(overrides.report ?? (async () => {})),
    restart: vi.fn<CheckoutActions["restart"]>(overrides.restart ?? (async () => {})),
    onEnrolled: vi.fn<CheckoutActions["onEnrolled"]>(overrides.onEnrolled ?? (async () => {})),
  };
  const checkout = createCheckout(actions);
  const seen: boolean[] = [];
  checkout.subscribe(() => seen.push(checkout.state().isUnreported));
  return { ...actions, checkout, seen };
}

const refuse =
  (status: number, code: string, message = code) =>
  async () => {
    throw new ApiError(status, code, message);
  };

describe("paying", () => {
  test("reports, arrives, and never says on the way that it could not report", async () => {
    const { checkout, report, onEnrolled, seen } = openCheckout();
    await checkout.pay(authorized);
    expect(report).toHaveBeenCalledExactlyOnceWith("pi_1");
    expect(onEnrolled).toHaveBeenCalledOnce();
    expect(seen).not.toContain(true);
    expect(checkout.state()).toEqual({ isProcessing: false, problem: undefined, isUnreported: false });
  });

  test("a second press while the first is under way does nothing", async () => {
    const gate = Promise.withResolvers<void>();
    const { checkout, report } = openCheckout({ report: () => gate.promise });
    const first = checkout.pay(authorized);
    expect(checkout.state().isProcessing).toBe(true);
    await checkout.pay(authorized);
    gate.resolve();
    await first;
    await checkout.pay(authorized);
    expect(report).toHaveBeenCalledOnce();
  });

  test("a refused card says why and keeps the form", async () => {
    const { checkout, report, restart } = openCheckout();
    await checkout.pay(async () => ({ kind: "refused", message: "Your card was declined." }));
    expect(checkout.state().problem).toBe("Your card was declined.");
    expect(report).not.toHaveBeenCalled();
    expect(restart).not.toHaveBeenCalled();
  });

  test("a student who stopped on the way is told nothing", async () => {
    const { checkout } = openCheckout();
    await checkout.pay(async () => ({ kind: "stopped" }));
    expect(checkout.state()).toEqual({ isProcessing: false, problem: undefined, isUnreported: false });
  });

  test.each([
    [409, "payment-replaced"],
    [409, "payment-not-collected"],
    [409, "payment-mismatch"],
    [409, "no-seats-left"],
    [403, "guardian-consent-missing"],
    [404, "payment-not-found"],
  ])("%i %s says why and begins a new payment in place", async (status, code) => {
    let reports = 0;
    const { checkout, restart, onEnrolled } = openCheckout({
      report: async () => {
        reports += 1;
        if (reports === 1) throw new ApiError(status, code, "Please pay again.");
      },
    });
    await checkout.pay(authorized);
    expect(restart).toHaveBeenCalledOnce();
    expect(checkout.state()).toEqual({
      isProcessing: false,
      problem: "Please pay again.",
      isUnreported: false,
    });
    await checkout.pay(async () => ({ kind: "authorized", intentId: "pi_2" }));
    expect(onEnrolled).toHaveBeenCalledOnce();
  });

  test("an intent that can no longer be paid starts over", async () => {
    const { checkout, restart } = openCheckout();
    await checkout.pay(async () => ({ kind: "over", message: "Please pay again." }));
    expect(restart).toHaveBeenCalledOnce();
    expect(checkout.state().problem).toBe("Please pay again.");
  });

  test("of a class that is the student's already, leads to it", async () => {
    const { checkout, onEnrolled, restart } = openCheckout({ report: refuse(409, "already-enrolled") });
    await checkout.pay(authorized);
    expect(onEnrolled).toHaveBeenCalledExactlyOnceWith("already-enrolled");
    expect(restart).not.toHaveBeenCalled();
  });

  test("what nobody foresaw is told in its own words, or in the specification's", async () => {
    const { checkout } = openCheckout();
    await checkout.pay(() => Promise.reject(new Error("The card form was taken away.")));
    expect(checkout.state().problem).toBe("The card form was taken away.");
    await checkout.pay(() => Promise.reject(new Error()));
    expect(checkout.state()).toMatchObject({
      isProcessing: false,
      problem: "An error occurred during payment",
    });
  });
});

describe("when the server cannot be told", () => {
  /** Answers one after the other; the last one stays. */
  const answering =
    (...answers: (() => Promise<void>)[]) =>
    async () =>
      (answers.length > 1 ? answers.shift() : answers[0])?.();
  const away = refuse(503, "payment-provider-unreachable");

  test("says so, does not confirm again, and reports until the class has come", async () => {
    const { checkout, onEnrolled, report } = openCheckout({
      report: answering(away, away, away, async () => {}),
    });
    await checkout.pay(authorized);
    expect(checkout.state()).toEqual({ isProcessing: false, problem: reportFailed, isUnreported: true });
    const confirmAgain = vi.fn<typeof authorized>(authorized);
    await checkout.pay(confirmAgain);
    expect(confirmAgain).not.toHaveBeenCalled();
    await checkout.recheck();
    expect(onEnrolled).not.toHaveBeenCalled();
    expect(checkout.state().isUnreported).toBe(true);
    await checkout.recheck();
    await checkout.recheck();
    expect(onEnrolled).toHaveBeenCalledOnce();
    expect(new Set(report.mock.calls.flat())).toEqual(new Set(["pi_1"]));
    expect(report).toHaveBeenCalledTimes(4);
  });

  test("a payment refused meanwhile starts over and no longer promises a seat", async () => {
    const { checkout, onEnrolled, restart } = openCheckout({
      report: answering(refuse(0, "network"), refuse(409, "no-seats-left", "The last seat is gone.")),
    });
    await checkout.pay(authorized);
    await checkout.recheck();
    expect(restart).toHaveBeenCalledOnce();
    expect(onEnrolled).not.toHaveBeenCalled();
    expect(checkout.state()).toMatchObject({ isUnreported: false, problem: "The last seat is gone." });
    const confirm = vi.fn<typeof authorized>(authorized);
    await checkout.pay(confirm);
    expect(confirm).toHaveBeenCalledOnce();
  });

  test("one report at a time", async () => {
    const gate = Promise.withResolvers<void>();
    const { checkout, report } = openCheckout({ report: answering(away, () => gate.promise) });
    await checkout.pay(authorized);
    const first = checkout.recheck();
    await checkout.recheck();
    gate.resolve();
    await first;
    expect(report).toHaveBeenCalledTimes(2);
  });

  test("nothing is reported before a card was authorized", async () => {
    const { checkout, report } = openCheckout();
    await checkout.recheck();
    expect(report).not.toHaveBeenCalled();
  });
});

describe("an answer to the confirmation", () => {
  const never = () => Promise.reject(new Error("must not be asked"));
  const error = (status?: string, type = "invalid_request_error") => ({
    error: { type, message: "No.", ...(status && { payment_intent: { id: "pi_1", status } }) },
  });

  test.each(["requires_capture", "succeeded"])(
    "that %s is authorized, also beside an error",
    async (status) => {
      const expected = { kind: "authorized", intentId: "pi_1" };
      expect(await readConfirmation({ paymentIntent: { id: "pi_1", status } }, never)).toEqual(expected);
      expect(await readConfirmation(error(status), never)).toEqual(expected);
    },
  );

  test("about a canceled intent means that it is over", async () => {
    expect(await readConfirmation(error("canceled"), never)).toMatchObject({ kind: "over" });
  });

  test("about a refused card is told in the provider's words", async () => {
    const refused = { kind: "refused", message: "No." };
    expect(await readConfirmation(error("requires_payment_method", "card_error"), never)).toEqual(refused);
    expect(await readConfirmation(error(undefined, "validation_error"), never)).toEqual(refused);
  });

  test("without an error and without money means that the student stopped", async () => {
    const paymentIntent = { id: "pi_1", status: "requires_action" };
    expect(await readConfirmation({ paymentIntent }, never)).toEqual({ kind: "stopped" });
  });

  test("that was lost is asked for", async () => {
    const connectionError = error(undefined, "api_connection_error");
    const how = (status: string) => async () => ({ paymentIntent: { id: "pi_1", status } });
    expect(await readConfirmation(connectionError, how("requires_capture"))).toMatchObject({
      kind: "authorized",
    });
    expect(await readConfirmation(connectionError, how("canceled"))).toMatchObject({ kind: "over" });
    expect(await readConfirmation(connectionError, how("requires_payment_method"))).toMatchObject({
      message: "No.",
    });
    expect(await readConfirmation(connectionError, async () => connectionError)).toMatchObject({
      message: "No.",
    });
  });
});
