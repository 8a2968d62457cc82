import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import { isFinal } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { toast } from "../../../../ui/toast.tsx";
import type { Stripe } from "@stripe/stripe-js";

/** Wording from section 8. */
export const reportFailed = "Payment recorded but failed to update database. Please contact support.";
const unknownFailure = "An error occurred during payment";

type Confirmation =
  /** Authorized or captured: by this click, an earlier one, or another tab. */
  | { readonly kind: "authorized"; readonly intentId: string }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "over"; readonly message: string }
  | { readonly kind: "stopped" };

export interface CheckoutActions {
  readonly report: (intentId: string) => Promise<unknown>;
  readonly restart: () => Promise<void>;
  /** @param alreadyEnrolled the server's message if the student already had the class */
  readonly onEnrolled: (alreadyEnrolled?: string) => Promise<void>;
}

interface CheckoutState {
  readonly isProcessing: boolean;
  readonly problem: string | undefined;
  /** The card is authorized, but the report got no answer yet. It is repeated; a webhook may settle the payment first. */
  readonly isUnreported: boolean;
}

interface Checkout extends ReadonlyStore<CheckoutState> {
  readonly pay: (confirm: () => Promise<Confirmation>) => Promise<void>;
  readonly recheck: () => Promise<void>;
}

export function createCheckout({ report, restart, onEnrolled }: CheckoutActions): Checkout {
  const { state, set, subscribe } = createStore<CheckoutState>({
    isProcessing: false,
    problem: undefined,
    isUnreported: false,
  });
  const update = (changes: Partial<CheckoutState>): void => set({ ...state(), ...changes });
  let unreportedIntent: string | undefined;
  let isReporting = false;
  let isFinished = false;

  const finish = async (alreadyEnrolled?: string): Promise<void> => {
    if (isFinished) return;
    isFinished = true;
    unreportedIntent = undefined;
    update({ problem: undefined, isUnreported: false });
    await onEnrolled(alreadyEnrolled);
  };

  const restartWith = async (message: string): Promise<void> => {
    unreportedIntent = undefined;
    update({ problem: message, isUnreported: false });
    await restart();
  };

  const settle = async (intentId: string): Promise<void> => {
    isReporting = true;
    try {
      await report(intentId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isFinal(error)) {
        unreportedIntent = intentId;
        update({ problem: reportFailed, isUnreported: true });
      } else if (error.code === "already-enrolled") await finish(error.message);
      else await restartWith(error.message);
      return;
    } finally {
      isReporting = false;
    }
    await finish();
  };

  const confirmAndSettle = async (confirm: () => Promise<Confirmation>): Promise<void> => {
    const confirmed: Confirmation = unreportedIntent
      ? { kind: "authorized", intentId: unreportedIntent }
      : await confirm();
    switch (confirmed.kind) {
      case "authorized":
        return settle(confirmed.intentId);
      case "over":
        return restartWith(confirmed.message);
      case "refused":
        return update({ problem: confirmed.message });
      case "stopped":
    }
  };

  return {
    state,
    subscribe,
    pay: async (confirm) => {
      if (state().isProcessing || isFinished) return;
      update({ isProcessing: true, problem: undefined });
      try {
        await confirmAndSettle(confirm);
      } catch (error) {
        update({ problem: (error instanceof Error && error.message) || unknownFailure });
      } finally {
        update({ isProcessing: false });
      }
    },
    recheck: async () => {
      if (unreportedIntent === undefined || isReporting) return;
      await settle(unreportedIntent);
    },
  };
}

interface ProviderIntent {
  readonly id: string;
  readonly status: string;
}

interface ProviderResult {
  readonly error?:
    | {
        readonly type?: string | undefined;
        readonly message?: string | undefined;
        readonly payment_intent?: ProviderIntent | undefined;
      }
    | undefined;
  readonly paymentIntent?: ProviderIntent | undefined;
}

/** The intent's status outranks the error: Stripe refuses to confirm a paid intent again. */
export async function readConfirmation(
  answer: ProviderResult,
  retrieveIntent: () => Promise<ProviderResult>,
): Promise<Confirmation> {
  const intent = answer.paymentIntent ?? answer.error?.payment_intent;
  if (intent) return readIntent(intent, answer.error?.message);
  const message = answer.error?.message ?? unknownFailure;
  if (answer.error?.type !== "api_connection_error" && answer.error?.type !== "api_error")
    return { kind: "refused", message };
  const now = (await retrieveIntent()).paymentIntent;
  return now && isSettledAtProvider(now) ? readIntent(now, message) : { kind: "refused", message };
}

const isSettledAtProvider = ({ status }: ProviderIntent): boolean =>
  status === "succeeded" || status === "requires_capture" || status === "canceled";

function readIntent({ id, status }: ProviderIntent, message: string | undefined): Confirmation {
  if (status === "succeeded" || status === "requires_capture") return { kind: "authorized", intentId: id };
  if (status === "canceled")
    return { kind: "over", message: "This payment has expired. You weren’t charged. Please pay again." };
  // Specification, section 5 requires the provider's message verbatim.
  return message === undefined ? { kind: "stopped" } : { kind: "refused", message };
}

export interface Bought {
  readonly classId: string;
  readonly className: string;
  readonly alreadyEnrolled?: string | undefined;
}

const recheckMilliseconds = 3000;

export interface RunningCheckout extends CheckoutState {
  readonly pay: Checkout["pay"];
}

interface Purchase {
  readonly classId: string;
  readonly className: string;
}

export function useCheckout({ classId, className }: Purchase, restart: () => Promise<void>): RunningCheckout {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [checkout] = useState(() => {
    const { pathname } = location;
    return createCheckout({
      report: (transactionId) => api("POST /payments", { body: { transactionId } }),
      restart,
      onEnrolled: async (alreadyEnrolled) => {
        // Cached selections, enrollments and payments are now stale. This page's own queries end with it.
        queries.removeQueries({ type: "inactive" });
        if (location.pathname !== pathname) return sayElsewhere(queries, alreadyEnrolled);
        const bought: Bought = { classId, className, alreadyEnrolled };
        await navigate("/dashboard/enrolled-classes", { replace: true, state: { bought } });
      },
    });
  });
  const state = useSyncExternalStore(checkout.subscribe, checkout.state, checkout.state);
  useUnloadWarning(state.isProcessing);

  const { isUnreported } = state;
  useEffect(() => {
    if (!isUnreported) return undefined;
    const timer = setInterval(() => void checkout.recheck(), recheckMilliseconds);
    return () => clearInterval(timer);
  }, [isUnreported, checkout]);

  return { ...state, pay: checkout.pay };
}

/** The student may be at another checkout by now, whose payment was started by a POST query: that must not run again. */
export async function sayElsewhere(queries: QueryClient, words = "Payment Successful"): Promise<void> {
  toast(words);
  await queries.invalidateQueries({ predicate: ({ queryKey: [call] }) => String(call).startsWith("GET ") });
}

function useUnloadWarning(isProcessing: boolean): void {
  useEffect(() => {
    if (!isProcessing) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isProcessing]);
}

let loading: Promise<Stripe> | undefined;

/** Throws if loading fails; the next call retries. */
export function loadStripe(): Promise<Stripe> {
  loading ??= (async () => {
    const { publishableKey, scriptUrl } = await api("GET /payment-provider");
    if (scriptUrl) await loadScript(scriptUrl);
    const loader = await import("@stripe/stripe-js/pure");
    const stripe = await loader.loadStripe(publishableKey);
    if (!stripe) throw new Error("The payment form couldn’t be loaded.");
    return stripe;
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The payment form couldn’t be loaded."));
    });
    document.head.append(script);
  });
}
