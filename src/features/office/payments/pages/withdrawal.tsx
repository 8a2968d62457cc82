import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { FormError, TextArea } from "../../../../ui/field.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { type Answer, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { Moment } from "../../../../ui/timestamp.tsx";
import { isStill } from "../../../../ui/typed-since.ts";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { maxRequestLength, requestMissing } from "../policy.ts";

interface WithdrawalProps {
  readonly student: { readonly name: string; readonly email: string };
  readonly payment: Answer<"GET /payments/{email}/{id}/refund">;
}

/** Two steps, in the words of Directive (EU) 2023/2673. */
export function Withdrawal({ student, payment }: WithdrawalProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const queries = useQueryClient();
  const { _id: id, className, transactionId, total, kept } = payment;
  const amount = `$${formatAmount(kept)}`;
  const isRest = kept < total;

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
    // After a refusal too: a limit may have passed, or the response was lost.
    await refetchCalls("GET /payments/{email}");
    setBusy(false);
    setAsking(false);
  };

  return (
    <section className="panel is-roomy withdrawal" aria-labelledby="withdrawal">
      <h2 id="withdrawal" className="subheading is-large">
        What ends when you withdraw
      </h2>
      <ul className="withdrawal-ends">
        <li>Your seat. Someone else may take it.</li>
        <li>Your access to the lessons, videos and files.</li>
        <li>Your certificate for this class, if you have one.</li>
      </ul>
      <p>
        You get back {isRest ? `what’s left of the $${formatAmount(total)} you paid` : "everything you paid"},
        on your card: {amount}. Your drawings stay yours.
      </p>
      <Button size="large" onClick={() => setAsking(true)}>
        Withdraw from contract here
      </Button>
      <FormError>{failure}</FormError>
      {isAsking && (
        <Dialog
          title="Confirm your withdrawal"
          onClose={() => !isBusy && setAsking(false)}
          closeLabel="Keep my seat"
          action={
            <Button busy={isBusy && "Withdrawing…"} onClick={() => void confirm()}>
              Confirm withdrawal here
            </Button>
          }
        >
          <p>
            You’re withdrawing from “{className}”. You’ll lose your seat, your access and your certificate,
            and get {amount} back.
          </p>
          <dl className="facts above withdrawal-facts">
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

interface AskTheSchoolProps {
  readonly payment: Answer<"GET /payments/{email}/{id}/refund">;
}

/** For refunds that the policy does not grant. */
export function AskTheSchool({ payment }: AskTheSchoolProps) {
  return (
    <>
      <section className="withdraw-rights" aria-labelledby="rights">
        <h2 id="rights" className="subheading is-large">
          Your legal rights
        </h2>
        <p>
          The law where you live may give you more than our policy. In the European Union, for example, you
          can withdraw from many online purchases within 14 days, unless you agreed to start right away and
          knew you’d lose that right. If a class is faulty or not as described, you have rights regardless of
          the above.
        </p>
        <p>
          To use one of these rights, tell us below. What counts is when you send it, and we’ll confirm by
          email.
        </p>
      </section>
      {payment.request ? <Request request={payment.request} /> : <RequestForm id={payment._id} />}
    </>
  );
}

function Request({
  request,
}: {
  readonly request: NonNullable<Answer<"GET /payments/{email}/{id}/refund">["request"]>;
}) {
  const { text, date, decided, answer } = request;
  return (
    <section className="panel is-roomy withdrawal" aria-labelledby="request">
      <h2 id="request" className="subheading is-large">
        Your request
      </h2>
      <p className="fine">
        Sent <Moment at={date} />
      </p>
      <blockquote dir="auto" className="quote withdraw-words">
        {text}
      </blockquote>
      {answer === null ? (
        <p>We’ll reply within 3–5 business days and let you know by email.</p>
      ) : (
        <>
          <h3>Our answer</h3>
          <p className="fine">
            <Moment at={decided} />
          </p>
          <blockquote className="quote withdraw-words">{answer}</blockquote>
          <p>
            Something we should know? <Link to="/contact-us">Write to us</Link>.
          </p>
        </>
      )}
    </section>
  );
}

function RequestForm({ id }: { readonly id: string }) {
  const { form, element, errors, isBusy, failure } = useForm(
    ["text"],
    ({ text }): FieldErrors<"text"> => (text.trim() ? {} : { text: requestMissing }),
    async ({ text }) => {
      try {
        await api("POST /payments/{id}/refund-request", {
          params: { id },
          body: { text },
        });
      } finally {
        // After a refusal too: another tab may have requested it.
        await refetchCalls("GET /payments/{email}/{id}/refund");
      }
    },
  );
  return (
    <section className="panel is-roomy withdrawal" aria-labelledby="ask">
      <h2 id="ask" className="subheading is-large">
        Ask the school
      </h2>
      <form {...form}>
        <TextArea
          name="text"
          label="Why would you like a refund?"
          hint="A real person reads this with the details above and replies within 3–5 business days."
          rows={5}
          maxLength={maxRequestLength}
          error={errors.text}
          required
        />
        <div>
          <Button type="submit" busy={isBusy && "Sending…"}>
            Send request
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </form>
      <LeaveDialog isUnsaved={() => !isStill(element.current, { text: "" })} />
    </section>
  );
}
