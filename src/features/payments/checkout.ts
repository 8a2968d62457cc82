import { ApiError } from "../../http/client.ts";

/** The specification's words for a payment that the browser could not report (section 8). */
export const notReported = "Payment recorded but failed to update database. Please contact support.";
const noReason = "An error occurred during payment";

/** What came of asking the provider to authorize the card. */
export type Confirmation =
  /** The money is held or collected: by this press of the button, by an earlier one, or in another tab. */
  | { readonly kind: "authorized"; readonly intentId: string }
  /** The card, or the bank, said no: the form stays for another try. */
  | { readonly kind: "refused"; readonly message: string }
  /** The intent can be paid no more. */
  | { readonly kind: "over"; readonly message: string }
  /** The student stopped on the way. */
  | { readonly kind: "stopped" };

/** What the checkout asks of the page around it. */
export interface CheckoutTransport {
  /** Has our server settle the payment. Throws ApiError. */
  readonly report: (intentId: string) => Promise<unknown>;
  /** Whether the server has settled it by itself. */
  readonly isSettled: (intentId: string) => Promise<boolean>;
  /** Begins a new payment in place; the form is made anew for it. */
  readonly restart: () => Promise<void>;
  /** The class is the student's. @param alreadyEnrolled what the server said, where it was so before this payment */
  readonly arrive: (alreadyEnrolled?: string) => Promise<void>;
}

export interface CheckoutState {
  readonly isProcessing: boolean;
  readonly problem: string | undefined;
  /** The card is authorized, and the server could not be told; it finishes by itself. */
  readonly isUnreported: boolean;
}

/** Carries a payment from the card to the enrolled class. */
export interface Checkout {
  readonly state: () => CheckoutState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Does the work of one press of the button. */
  readonly pay: (confirm: () => Promise<Confirmation>) => Promise<void>;
  /** Looks whether the server has finished an unreported payment by itself. */
  readonly lookAgain: () => Promise<void>;
}

/** A checkout that leaves no dead end: every refusal says what happened, and leads on to what can be done then. */
export function createCheckout({ report, isSettled, restart, arrive }: CheckoutTransport): Checkout {
  let state: CheckoutState = { isProcessing: false, problem: undefined, isUnreported: false };
  /** Authorized, but not reported. */
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
    // Nothing is said of an unreported payment on the way out.
    unreported = undefined;
    change({ problem: undefined, isUnreported: false });
    await arrive(alreadyEnrolled);
  };

  /** The server's last word on this payment. What is said stays over the new form. */
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
      // Still out of reach; the next look may find it.
      const hasCome = await isSettled(unreported).catch(() => false);
      if (hasCome) await finish();
    },
  };
}

/** A payment intent as the provider tells a browser of it. */
interface SeenIntent {
  readonly id: string;
  readonly status: string;
}

/** What the provider says to a confirmation, or to the question how it stands. */
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

/**
 * What an answer to a confirmation means. The intent counts for more than the error beside it: one that was confirmed
 * before, from here or in another tab, is refused a second time although it is paid.
 * @param ask asks how the intent stands, when the answer to the confirmation was lost
 */
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
  // The provider's own words, as they are (section 5).
  return message === undefined ? { kind: "stopped" } : { kind: "refused", message };
}
