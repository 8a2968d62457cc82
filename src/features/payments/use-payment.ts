import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../platform/http/client.ts";
import { toast } from "../../ui/toast.ts";
import { api } from "../accounts/session.ts";
import { enrolledClassesQuery } from "../enrollments/enrollment-queries.ts";

/** The specification's words for a payment that the browser could not report (section 8). */
const notReported = "Payment recorded but failed to update database. Please contact support.";

/** A payment on its way from the card to the enrolled class. */
export interface PaymentProgress {
  readonly isProcessing: boolean;
  readonly problem: string | undefined;
  /** The card is authorised but the server has not told us yet that the seat is taken. */
  readonly isUnreported: boolean;
  /** Does the work of one press of the button. `confirm` asks the provider and gives the authorised intent's id. */
  readonly pay: (confirm: () => Promise<string | undefined>) => Promise<void>;
}

/** The provider, or we, will not go on with this payment; the words are for the student. */
export class PaymentRefused extends Error {}

/**
 * Carries a payment through: confirms the card, has the server settle, and goes to the enrolled classes. When the
 * server cannot be told, it finishes by itself; then this waits to see the class arrive.
 */
export function usePayment(email: string, classId: string): PaymentProgress {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isProcessing, setProcessing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [unreported, setUnreported] = useState<string>();

  const succeed = async (): Promise<void> => {
    // What was known of selections, enrollments and payments is no longer so; what this page still shows is over with it.
    queries.removeQueries({ type: "inactive" });
    toast("Payment Successful");
    await navigate("/dashboard/enrolled-classes", { replace: true });
  };

  useLeaveWarning(isProcessing);
  useArrival(unreported !== undefined, email, classId, succeed);

  const pay = async (confirm: () => Promise<string | undefined>): Promise<void> => {
    setProcessing(true);
    setProblem(undefined);
    try {
      const intentId = unreported ?? (await confirm());
      if (intentId) {
        setUnreported(intentId);
        await api("POST /payments", { body: { transactionId: intentId } });
        await succeed();
      }
    } catch (error) {
      const isRefused =
        error instanceof PaymentRefused || (error instanceof ApiError && error.status === 409);
      if (isRefused) setUnreported(undefined);
      setProblem(isRefused ? error.message : error instanceof ApiError ? notReported : problemOf(error));
    } finally {
      setProcessing(false);
    }
  };
  return { isProcessing, problem, isUnreported: unreported !== undefined, pay };
}

const problemOf = (error: unknown): string =>
  (error instanceof Error && error.message) || "An error occurred during payment";

/** Asks before the page is left while the money is on its way. */
function useLeaveWarning(isProcessing: boolean): void {
  useEffect(() => {
    if (!isProcessing) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isProcessing]);
}

const lookAgainMilliseconds = 3000;

/** While a payment is unreported, looks whether the server has finished it by itself. */
function useArrival(isWaiting: boolean, email: string, classId: string, arrived: () => Promise<void>): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      queries
        .fetchQuery({ ...enrolledClassesQuery(email), staleTime: 0, retry: false })
        .then((enrolled) => (enrolled.some((item) => item.classId === classId) ? arrived() : undefined))
        .catch(() => {
          // Still out of reach; the next look may find it.
        });
    }, lookAgainMilliseconds);
    return () => clearInterval(timer);
    // A new function each render must not restart the clock.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWaiting, email, classId, queries]);
}
