import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { failure, useSandbox } from "../../test/support/stripe-sandbox.ts";
import * as tables from "./tables.ts";

const sandbox = useSandbox();

describe("test cards", () => {
  it.each([
    ["4000000000000002", "card_declined", "generic_decline", "Your card was declined."],
    ["4000000000009995", "card_declined", "insufficient_funds", "Your card has insufficient funds."],
    ["4000000000000069", "expired_card", "expired_card", "Your card has expired."],
    ["4000000000000127", "incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."],
    [
      "4000000000000119",
      "processing_error",
      "processing_error",
      /^An error occurred while processing your card/,
    ],
    ["4012888888881881", "card_declined", "test_mode_live_card", /only test cards work here/],
  ])("%s is declined with %s (%s)", async (number, code, declineCode, message) => {
    const intent = await sandbox.create();
    const error = await failure(sandbox.confirm(intent, number));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      code,
      decline_code: declineCode,
      message: expect.stringMatching(message),
      payment_intent: { id: intent.id, status: "requires_payment_method", payment_method: null },
    });
    expect(error.charge).toMatch(/^ch_/);
    const after = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(after.last_payment_error).toMatchObject({ type: "card_error", code, decline_code: declineCode });
    expect((await sandbox.eventsOf(intent)).at(-1)?.type).toBe("payment_intent.payment_failed");
    expect((await sandbox.confirm(intent, "4242424242424242")).status).toBe("requires_capture");
  });

  it.each([
    ["4242424242424241", {}, "incorrect_number"],
    ["4242424242424242", { exp_month: 13 }, "invalid_expiry_month"],
    ["4242424242424242", { exp_month: 10, exp_year: 2026 }, "invalid_expiry_year"],
    ["4242424242424242", { cvc: "12" }, "invalid_cvc"],
  ])("%s with %j is no card", async (number, more, code) => {
    const intent = await sandbox.create();
    expect(await failure(sandbox.confirm(intent, number, more))).toMatchObject({ statusCode: 402, code });
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  });

  it("is good until the end of its month", async () => {
    const paid = await sandbox.confirm(await sandbox.create(), "4242424242424242", {
      exp_month: 11,
      exp_year: 26,
    });
    expect(paid.status).toBe("requires_capture");
  });

  it("leaves no number behind", async () => {
    const intent = await sandbox.create();
    await failure(sandbox.confirm(intent, "4012888888881881"));
    await sandbox.confirm(intent, "4242424242424242");
    const rows = await Promise.all(
      [tables.paymentIntents, tables.events, tables.idempotencyKeys].map((table) =>
        sandbox.db.select().from(table),
      ),
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toMatch(/4242424242424242|4012888888881881|"1881"/);
    expect(stored).toContain('"last4":"4242"');
  });
});

describe("3-D Secure", () => {
  it.each(["4000002500003155", "4000002760003184"])("%s waits for the bank's yes", async (number) => {
    const intent = await sandbox.create();
    const waiting = await sandbox.confirm(intent, number);
    expect(waiting).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
    const answer = await sandbox.answerBank(intent, "approve");
    expect(answer).toMatchObject({ status: 200, body: { id: intent.id, status: "requires_capture" } });
    expect(await sandbox.typesOf(intent)).toEqual([
      "payment_intent.created",
      "payment_intent.requires_action",
      "payment_intent.amount_capturable_updated",
    ]);
    expect(await sandbox.answerBank(intent, "approve")).toMatchObject({
      status: 400,
      body: { error: { code: "payment_intent_unexpected_state" } },
    });
  });

  it("fails with the bank's no", async () => {
    const intent = await sandbox.create();
    await sandbox.confirm(intent, "4000002760003184");
    expect(await sandbox.answerBank(intent, "refuse")).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "payment_intent_authentication_failure",
          payment_intent: { status: "requires_payment_method" },
        },
      },
    });
    const after = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: "requires_payment_method",
      next_action: null,
      last_payment_error: {
        code: "payment_intent_authentication_failure",
        message:
          "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      },
    });
  });

  it("can be given up for another card, or canceled", async () => {
    const intent = await sandbox.create();
    await sandbox.confirm(intent, "4000002760003184");
    expect((await sandbox.confirm(intent, "4242424242424242")).status).toBe("requires_capture");
    const other = await sandbox.create();
    await sandbox.confirm(other, "4000002760003184");
    expect((await sandbox.stripe.paymentIntents.cancel(other.id)).status).toBe("canceled");
  });
});
