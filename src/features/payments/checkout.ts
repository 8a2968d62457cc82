import { ApiError } from "../../http/client.ts";

/** Wording from section 8 of the specification. */
export const notReported = "Payment recorded but failed to update database. Please contact support.";
const noReason = "An error occurred during payment";

export type Confirmation =
  /** Held or captured: by this click, an earlier one, or another tab. */
  | { readonly kind: "authorized"; readonly intentId: string }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "over"; readonly message: string }
  | { readonly kind: "stopped" };

export interface CheckoutTransport {
  /** Throws ApiError. */
  readonly report: (intentId: string) => Promise<unknown>;
  readonly isSettled: (intentId: string) => Promise<boolean>;
  /** Creates a new payment intent; the card form remounts. */
  readonly restart: () => Promise<void>;
  /** @param alreadyEnrolled the server's message when the student already had the class */
  readonly arrive: (alreadyEnrolled?: string) => Promise<void>;
}

export interface CheckoutState {
  readonly isProcessing: boolean;
  readonly problem: string | undefined;
  /** The card is authorized, but the report failed. The webhook or the reconciler settles the payment. */
  readonly isUnreported: boolean;
}

export interface Checkout {
  readonly state: () => CheckoutState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly pay: (confirm: () => Promise<Confirmation>) => Promise<void>;
  readonly lookAgain: () => Promise<void>;
}

export function createCheckout({ report, isSettled, restart, arrive }: CheckoutTransport): Checkout {
  let state: CheckoutState = { isProcessing: false, problem: undefined, isUnreported: false };
  let unreported: string | undefined;
  let isOver = false;
  const listeners = new Set<() => void>();

  const change = (changes: Partial<CheckoutState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };

  const finish = async (alreadyEnrolled?: string): Promise<void> => {
    if (isOver) return;
    isOver = true;
    unreported = undefined;
    change({ problem: undefined, isUnreported: false });
    await arrive(alreadyEnrolled);
  };

  const startOver = async (message: string): Promise<void> => {
    unreported = undefined;
    change({ problem: message, isUnreported: false });
    await restart();
  };

  const settle = async (intentId: string): Promise<void> => {
    try {
      await report(intentId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 409) {
        unreported = intentId;
        change({ problem: notReported, isUnreported: true });
      } else if (error.code === "already-enrolled") await finish(error.message);
      else await startOver(error.message);
      return;
    }
    await finish();
  };

  const press = async (confirm: () => Promise<Confirmation>): Promise<void> => {
    const confirmed: Confirmation = unreported
      ? { kind: "authorized", intentId: unreported }
      : await confirm();
    switch (confirmed.kind) {
      case "authorized":
        return settle(confirmed.intentId);
      case "over":
        return startOver(confirmed.message);
      case "refused":
        return change({ problem: confirmed.message });
      case "stopped":
    }
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pay: async (confirm) => {
      if (state.isProcessing || isOver) return;
      change({ isProcessing: true, problem: undefined });
      try {
        await press(confirm);
      } catch (error) {
        change({ problem: (error instanceof Error && error.message) || noReason });
      } finally {
        change({ isProcessing: false });
      }
    },
    lookAgain: async () => {
      if (unreported === undefined || state.isProcessing) return;
      // A network error here is not final: the next look retries.
      const hasCome = await isSettled(unreported).catch(() => false);
      if (hasCome) await finish();
    },
  };
}

interface SeenIntent {
  readonly id: string;
  readonly status: string;
}

export interface ProviderAnswer {
  readonly error?:
    | {
        readonly type?: string | undefined;
        readonly message?: string | undefined;
        readonly payment_intent?: SeenIntent | undefined;
      }
    | undefined;
  readonly paymentIntent?: SeenIntent | undefined;
}

/** The intent's status outranks the error: Stripe refuses to confirm an intent twice, although it is paid. */
export async function readConfirmation(
  answer: ProviderAnswer,
  ask: () => Promise<ProviderAnswer>,
): Promise<Confirmation> {
  const seen = answer.paymentIntent ?? answer.error?.payment_intent;
  if (seen) return readIntent(seen, answer.error?.message);
  const message = answer.error?.message ?? noReason;
  if (answer.error?.type !== "api_connection_error" && answer.error?.type !== "api_error")
    return { kind: "refused", message };
  const now = (await ask()).paymentIntent;
  return now && isSettledAtProvider(now) ? readIntent(now, message) : { kind: "refused", message };
}

const isSettledAtProvider = ({ status }: SeenIntent): boolean =>
  status === "succeeded" || status === "requires_capture" || status === "canceled";

function readIntent({ id, status }: SeenIntent, message: string | undefined): Confirmation {
  if (status === "succeeded" || status === "requires_capture") return { kind: "authorized", intentId: id };
  if (status === "canceled")
    return { kind: "over", message: "This payment has expired. You weren't charged. Please pay again." };
  // Section 5 requires the provider's message verbatim.
  return message === undefined ? { kind: "stopped" } : { kind: "refused", message };
}
