import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../../http/client.ts";
import { type CheckoutTransport, createCheckout, notReported, readConfirmation } from "./checkout.ts";

const authorized = async () => ({ kind: "authorized", intentId: "pi_1" }) as const;

function openCheckout(transport: Partial<CheckoutTransport> = {}) {
  const asked = {
    report: vi.fn<CheckoutTransport["report"]>(transport.report ?? (async () => {})),
    isSettled: vi.fn<CheckoutTransport["isSettled"]>(transport.isSettled ?? (async () => false)),
    restart: vi.fn<CheckoutTransport["restart"]>(transport.restart ?? (async () => {})),
    arrive: vi.fn<CheckoutTransport["arrive"]>(transport.arrive ?? (async () => {})),
  };
  const checkout = createCheckout(asked);
  const seen: boolean[] = [];
  checkout.subscribe(() => seen.push(checkout.state().isUnreported));
  return { ...asked, checkout, seen };
}

const refuse =
  (status: number, code: string, message = code) =>
  async () => {
    throw new ApiError(status, code, message);
  };

describe("paying", () => {
  test("reports the payment and arrives, without showing an error meanwhile", async () => {
    const { checkout, report, arrive, seen } = openCheckout();
    await checkout.pay(authorized);
    expect(report).toHaveBeenCalledExactlyOnceWith("pi_1");
    expect(arrive).toHaveBeenCalledOnce();
    expect(seen).not.toContain(true);
    expect(checkout.state()).toEqual({ isProcessing: false, problem: undefined, isUnreported: false });
  });

  test("a second press during a payment does nothing", async () => {
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

  test("a declined card shows the reason and keeps the form", async () => {
    const { checkout, report, restart } = openCheckout();
    await checkout.pay(async () => ({ kind: "refused", message: "Your card was declined." }));
    expect(checkout.state().problem).toBe("Your card was declined.");
    expect(report).not.toHaveBeenCalled();
    expect(restart).not.toHaveBeenCalled();
  });

  test("a canceled confirmation shows no message", async () => {
    const { checkout } = openCheckout();
    await checkout.pay(async () => ({ kind: "stopped" }));
    expect(checkout.state()).toEqual({ isProcessing: false, problem: undefined, isUnreported: false });
  });

  test.each(["payment-replaced", "payment-not-collected", "payment-mismatch", "no-seats-left"])(
    "%s shows the reason and starts a new payment in place",
    async (code) => {
      let reports = 0;
      const { checkout, restart, arrive } = openCheckout({
        report: async () => {
          reports += 1;
          if (reports === 1) throw new ApiError(409, code, "Please pay again.");
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
      expect(arrive).toHaveBeenCalledOnce();
    },
  );

  test("an intent that can no longer be paid is replaced", async () => {
    const { checkout, restart } = openCheckout();
    await checkout.pay(async () => ({ kind: "over", message: "Please pay again." }));
    expect(restart).toHaveBeenCalledOnce();
    expect(checkout.state().problem).toBe("Please pay again.");
  });

  test("for a class that is already bought leads to the class", async () => {
    const { checkout, arrive, restart } = openCheckout({ report: refuse(409, "already-enrolled") });
    await checkout.pay(authorized);
    expect(arrive).toHaveBeenCalledExactlyOnceWith("already-enrolled");
    expect(restart).not.toHaveBeenCalled();
  });

  test("an unexpected error shows its message, or the specification's", async () => {
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

describe("when the report fails", () => {
  test("it says so, does not confirm the card again, and arrives once the class is enrolled", async () => {
    let isThere = false;
    const { checkout, arrive, report } = openCheckout({
      report: refuse(503, "payment-provider-unreachable"),
      isSettled: async () => isThere,
    });
    await checkout.pay(authorized);
    expect(checkout.state()).toEqual({ isProcessing: false, problem: notReported, isUnreported: true });
    const confirmAgain = vi.fn<typeof authorized>(authorized);
    await checkout.pay(confirmAgain);
    expect(confirmAgain).not.toHaveBeenCalled();
    expect(report).toHaveBeenCalledTimes(2);
    await checkout.lookAgain();
    expect(arrive).not.toHaveBeenCalled();
    isThere = true;
    await checkout.lookAgain();
    await checkout.lookAgain();
    expect(arrive).toHaveBeenCalledOnce();
  });

  test("a failed check for the class changes nothing", async () => {
    const { checkout, arrive } = openCheckout({
      report: refuse(503, "overloaded"),
      isSettled: refuse(503, "overloaded"),
    });
    await checkout.pay(authorized);
    await checkout.lookAgain();
    expect(arrive).not.toHaveBeenCalled();
    expect(checkout.state().isUnreported).toBe(true);
  });

  test("nothing is checked before a card was authorized", async () => {
    const { checkout, isSettled } = openCheckout();
    await checkout.lookAgain();
    expect(isSettled).not.toHaveBeenCalled();
  });
});

describe("the result of a confirmation", () => {
  const never = () => Promise.reject(new Error("must not be asked"));
  const error = (status?: string, type = "invalid_request_error") => ({
    error: { type, message: "No.", ...(status && { payment_intent: { id: "pi_1", status } }) },
  });

  test.each(["requires_capture", "succeeded"])(
    "with %s is authorized, even with an error",
    async (status) => {
      const expected = { kind: "authorized", intentId: "pi_1" };
      expect(await readConfirmation({ paymentIntent: { id: "pi_1", status } }, never)).toEqual(expected);
      expect(await readConfirmation(error(status), never)).toEqual(expected);
    },
  );

  test("with a canceled intent means that it can no longer be paid", async () => {
    expect(await readConfirmation(error("canceled"), never)).toMatchObject({ kind: "over" });
  });

  test("with a declined card shows Stripe's message", async () => {
    const refused = { kind: "refused", message: "No." };
    expect(await readConfirmation(error("requires_payment_method", "card_error"), never)).toEqual(refused);
    expect(await readConfirmation(error(undefined, "validation_error"), never)).toEqual(refused);
  });

  test("without an error and without a payment means that the student canceled", async () => {
    const paymentIntent = { id: "pi_1", status: "requires_action" };
    expect(await readConfirmation({ paymentIntent }, never)).toEqual({ kind: "stopped" });
  });

  test("that was lost is retrieved", async () => {
    const lost = error(undefined, "api_connection_error");
    const how = (status: string) => async () => ({ paymentIntent: { id: "pi_1", status } });
    expect(await readConfirmation(lost, how("requires_capture"))).toMatchObject({ kind: "authorized" });
    expect(await readConfirmation(lost, how("canceled"))).toMatchObject({ kind: "over" });
    expect(await readConfirmation(lost, how("requires_payment_method"))).toMatchObject({ message: "No." });
    expect(await readConfirmation(lost, async () => lost)).toMatchObject({ message: "No." });
  });
});
