import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { type Answer, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";

interface WithdrawalProps {
  readonly student: { readonly name: string; readonly email: string };
  readonly payment: Answer<"GET /payments/{email}/{id}/refund">;
}

/** Two steps, in the words of Directive (EU) 2023/2673. */
export function Withdrawal({ student, payment }: WithdrawalProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const queries = useQueryClient();
  const { _id: id, className, transactionId } = payment;
  const amount = `$${formatAmount(payment.total - payment.refundedAmount)}`;

  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await api("POST /payments/{id}/refund", { params: { id } });
      // The seat is gone from every list.
      queries.removeQueries({ type: "inactive" });
    } catch (error) {
      setFailure(failureText(error));
    }
    // Also after a refusal: a line may have been crossed meanwhile, or the answer was lost.
    await refetchCalls("GET /payments/{email}");
    setBusy(false);
    setAsking(false);
  };

  return (
    <section className="panel withdrawal" aria-labelledby="withdrawal">
      <h2 id="withdrawal">What ends when you withdraw</h2>
      <ul className="withdrawal-ends">
        <li>Your seat. Someone else may take it.</li>
        <li>Your access to the lessons, videos and files.</li>
        <li>Your certificate for this class, if you have one.</li>
      </ul>
      <p>You get back everything you paid, on your card: {amount}. Your drawings stay yours.</p>
      <Button size="large" onClick={() => setAsking(true)}>
        Withdraw from contract here
      </Button>
      <FormError>{failure}</FormError>
      {isAsking && (
        <Dialog
          title="Confirm your withdrawal"
          onClose={() => !isBusy && setAsking(false)}
          actions={
            <>
              <Button busy={isBusy && "Withdrawing …"} onClick={() => void confirm()}>
                Confirm withdrawal here
              </Button>
              <Button look="quiet" onClick={() => !isBusy && setAsking(false)}>
                Keep my seat
              </Button>
            </>
          }
        >
          <p>
            You’re withdrawing from “{className}”. You’ll lose your seat, your access and your certificate,
            and get {amount} back.
          </p>
          <dl className="withdrawal-facts">
            <dt>Name</dt>
            <dd>{student.name}</dd>
            <dt>Transaction ID</dt>
            <dd>{transactionId}</dd>
            <dt>Confirmation by email to</dt>
            <dd>{student.email}</dd>
          </dl>
        </Dialog>
      )}
    </section>
  );
}
