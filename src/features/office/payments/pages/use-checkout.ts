import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { api } from "../../../../access/session.ts";
import { type Checkout, type CheckoutState, createCheckout } from "./checkout.ts";

/** Navigation state, for the next page's congratulation. */
export interface Bought {
  readonly classId: string;
  readonly className: string;
  /** The server's message when the student already had the class. */
  readonly alreadyEnrolled?: string | undefined;
}

const recheckMilliseconds = 3000;

export interface RunningCheckout extends CheckoutState {
  readonly pay: Checkout["pay"];
}

interface Purchase {
  readonly email: string;
  readonly classId: string;
  readonly className: string;
}

export function useCheckout(
  { email, classId, className }: Purchase,
  restart: () => Promise<void>,
): RunningCheckout {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [checkout] = useState(() =>
    createCheckout({
      report: (transactionId) => api("POST /payments", { body: { transactionId } }),
      isSettled: async (intentId) => {
        const payments = await api("GET /payments/{email}", { params: { email }, query: { classId } });
        return payments.some(({ transactionId }) => transactionId === intentId);
      },
      restart,
      onEnrolled: async (alreadyEnrolled) => {
        // Cached selections, enrollments and payments are now stale. This page's own queries end with it.
        queries.removeQueries({ type: "inactive" });
        const bought: Bought = { classId, className, alreadyEnrolled };
        await navigate("/dashboard/enrolled-classes", { replace: true, state: { bought } });
      },
    }),
  );
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

function useUnloadWarning(isProcessing: boolean): void {
  useEffect(() => {
    if (!isProcessing) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isProcessing]);
}
