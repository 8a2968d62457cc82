import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { failureText } from "../../ui/connection.ts";
import { FormError } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.ts";
import { api } from "../../access/session.ts";
import { useGuard } from "../../access/use-guard.ts";
import { BoughtDialog } from "./bought-dialog.tsx";
import { EnrolledClasses } from "./enrolled-classes.tsx";

export const meta = () => [{ title: "Enrolled Classes · Senga" }];

/** Also the return URL after a bank's authentication. */
export default function EnrolledClassesPage(): ReactNode {
  const member = useGuard();
  const [search] = useSearchParams();
  const returnedWith = search.get("payment_intent");
  if (!member) return null;
  return (
    <>
      <h1 tabIndex={-1}>Enrolled Classes</h1>
      <BoughtDialog email={member.user.email} />
      {returnedWith && member.role === "student" && (
        <ReturnedPayment email={member.user.email} intentId={returnedWith} />
      )}
      <EnrolledClasses email={member.user.email} />
    </>
  );
}

/** The server settles the payment: the URL parameters are untrusted. */
function ReturnedPayment({
  email,
  intentId,
}: {
  readonly email: string;
  readonly intentId: string;
}): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const settle = async (): Promise<void> => {
      try {
        await api("POST /payments", { body: { transactionId: intentId } });
        const payments = await api("GET /payments/{email}", { params: { email }, query: {} });
        const bought = payments.find(({ transactionId }) => transactionId === intentId);
        await navigate("/dashboard/enrolled-classes", { replace: true, state: { bought } });
        await queries.invalidateQueries();
        if (!bought) toast("Payment Successful");
      } catch (error) {
        setProblem(failureText(error));
      }
    };
    void settle();
  }, [email, intentId, queries, navigate]);

  return (
    <div className="return-notice">
      {problem ? <FormError>{problem}</FormError> : <ProgressBar label="Finishing your payment" />}
    </div>
  );
}
