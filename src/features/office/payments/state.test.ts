import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AttemptState,
  type IntentStatus,
  type Step,
  attemptStates,
  nextStep,
  refundableStates,
} from "./state.ts";

const intents: readonly IntentStatus[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "canceled",
  "succeeded",
  "refund-pending",
  "refunded",
  "refund-failed",
];

interface Pair {
  readonly state: AttemptState;
  readonly intent: IntentStatus;
}
function take(step: Step, pair: Pair, hasSeat: boolean): Pair {
  switch (step) {
    case "take-seat":
      return { ...pair, state: hasSeat ? "seated" : "refused" };
    case "mark-paid":
      return { ...pair, state: "paid" };
    case "mark-refunding":
      return { ...pair, state: "refunding" };
    case "mark-refund-failed":
      return { ...pair, state: "refund-failed" };
    case "mark-refunded":
      return { ...pair, state: "refunded" };
    case "mark-abandoned":
      return { ...pair, state: "abandoned" };
    case "mark-released":
      return { ...pair, state: "released" };
    case "reverse":
      return { ...pair, state: "reversed" };
    case "capture":
      return { ...pair, intent: "succeeded" };
    case "cancel":
      return { ...pair, intent: "canceled" };
    case "refund":
      return { ...pair, intent: "refunded" };
    case "wait":
    case "done":
      return pair;
  }
}

function settle(pair: Pair, hasSeat: boolean): Pair {
  let current = pair;
  for (let steps = 0; steps < 10; steps += 1) {
    const step = nextStep(current.state, current.intent);
    if (step === "wait" || step === "done") return current;
    current = take(step, current, hasSeat);
  }
  throw new Error(`no end from ${JSON.stringify(pair)}`);
}

const anyPair = fc.record({
  state: fc.constantFrom(...attemptStates),
  intent: fc.constantFrom(...intents),
});

test("settling ends, and settling again changes nothing", () => {
  fc.assert(
    fc.property(anyPair, fc.boolean(), (pair, hasSeat) => {
      const end = settle(pair, hasSeat);
      expect(settle(end, hasSeat)).toEqual(end);
    }),
  );
});

test("from an open attempt: whoever is charged has a seat, and whoever has a seat is charged", () => {
  fc.assert(
    fc.property(fc.constantFrom(...intents), fc.boolean(), (intent, hasSeat) => {
      const end = settle({ state: "open", intent }, hasSeat);
      // Capture follows a seat, so without a seat there is no refund to fail.
      fc.pre(hasSeat || intent !== "refund-failed");
      const isCharged = end.intent === "succeeded" || end.intent === "refund-failed";
      expect(isCharged).toBe(end.state === "paid");
      if (!hasSeat) expect(isCharged).toBe(false);
    }),
  );
});

test("an abandoned attempt holds no authorized money", () => {
  for (const intent of intents) {
    const end = settle({ state: "abandoned", intent }, true);
    expect(end.intent).not.toBe("requires_capture");
  }
});

test("an abandoned attempt whose money was captured has a seat, or the money goes back", () => {
  const pair = { state: "abandoned", intent: "succeeded" } as const;
  expect(settle(pair, true)).toEqual({ state: "paid", intent: "succeeded" });
  expect(settle(pair, false)).toEqual({ state: "released", intent: "refunded" });
});

test("a seat whose payment cannot be captured is given back", () => {
  for (const intent of intents) {
    const end = settle({ state: "seated", intent }, true);
    const ends: Partial<Record<IntentStatus, AttemptState>> = {
      requires_capture: "paid",
      succeeded: "paid",
      "refund-failed": "paid",
      "refund-pending": "refunding",
      refunded: "refunded",
      canceled: "reversed",
    };
    expect(end.state).toBe(ends[intent] ?? "seated");
  }
});

test("a refund by an admin gives back money and seat, one made at Stripe the seat", () => {
  expect(settle({ state: "refunding", intent: "succeeded" }, true)).toEqual({
    state: "refunded",
    intent: "refunded",
  });
  for (const state of ["paid", "seated", "refunding"] as const)
    expect(settle({ state, intent: "refunded" }, true).state).toBe("refunded");
  expect(settle({ state: "paid", intent: "succeeded" }, true).state).toBe("paid");
});

test("a refund can fail at any time, and can be tried again or repaid another way", () => {
  for (const state of ["refunding", "refunded"] as const)
    expect(settle({ state, intent: "refund-failed" }, true).state).toBe("refund-failed");
  expect(refundableStates).toContain("refund-failed");
  expect(settle({ state: "refund-failed", intent: "refund-pending" }, true).state).toBe("refunding");
  expect(settle({ state: "refund-failed", intent: "refunded" }, true).state).toBe("refunded");
  // A repayment outside Stripe is final.
  for (const intent of intents) expect(settle({ state: "repaid", intent }, true).state).toBe("repaid");
});

test("nothing is refunded twice, and a pending refund is waited for", () => {
  expect(nextStep("refunding", "refund-pending")).toBe("wait");
  for (const state of ["refunded", "refund-failed", "repaid", "paid"] as const)
    for (const intent of intents) expect(nextStep(state, intent)).not.toBe("refund");
});
