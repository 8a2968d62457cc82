import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { FormError } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.ts";
import { api } from "../accounts/session.ts";
import { useStudent } from "../accounts/use-guard.ts";
import { EnrolledClasses } from "../enrollments/enrolled-classes.tsx";

export const meta = () => [{ title: "Enrolled Classes · Senga" }];

/** The student's classes; also the address that a bank sends the student back to after asking them about a payment. */
export default function EnrolledClassesPage(): ReactNode {
  const student = useStudent();
  const [search] = useSearchParams();
  const returnedWith = search.get("payment_intent");
  if (!student) return null;
  return (
    <>
      <h1 tabIndex={-1}>Enrolled Classes</h1>
      {returnedWith && <ReturnedPayment intentId={returnedWith} />}
      <EnrolledClasses email={student.user.email} />
    </>
  );
}

/** Has the server settle the payment that the student comes back with. The address may say what it likes. */
function ReturnedPayment({ intentId }: { readonly intentId: string }): ReactNode {
  const [, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const settle = async (): Promise<void> => {
      try {
        await api("POST /payments", { body: { transactionId: intentId } });
        setSearch({}, { replace: true });
        await queries.invalidateQueries();
        toast("Payment Successful");
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    void settle();
  }, [intentId, queries, setSearch]);

  return (
    <div className="return-notice">
      {problem ? <FormError>{problem}</FormError> : <ProgressBar label="Finishing your payment" />}
    </div>
  );
}
