import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FormError, TextArea } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { type Answer, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { longestRequest, requestMissing } from "../policy.ts";

interface AskTheSchoolProps {
  readonly payment: Answer<"GET /payments/{email}/{id}/refund">;
}

/** For what the policy does not give by itself. */
export function AskTheSchool({ payment }: AskTheSchoolProps): ReactNode {
  return (
    <>
      <section className="withdraw-rights" aria-labelledby="rights">
        <h2 id="rights">Your legal rights</h2>
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
}): ReactNode {
  const { text, date, decided, answer } = request;
  return (
    <section className="panel withdrawal" aria-labelledby="request">
      <h2 id="request">Your request</h2>
      <p className="withdrawal-aside">
        Sent <Moment at={date} />
      </p>
      <blockquote className="withdraw-words">{text}</blockquote>
      {answer === null ? (
        <p>We’ll reply within 3–5 business days and let you know by email.</p>
      ) : (
        <>
          <h3>Our answer</h3>
          <p className="withdrawal-aside">
            <Moment at={decided} />
          </p>
          <blockquote className="withdraw-words">{answer}</blockquote>
          <p>
            Something we should know? <Link to="/contact-us">Write to us</Link>.
          </p>
        </>
      )}
    </section>
  );
}

function RequestForm({ id }: { readonly id: string }): ReactNode {
  const { form, errors, isBusy, failure } = useForm(
    ["text"],
    ({ text }): FieldErrors<"text"> => (text.trim() ? {} : { text: requestMissing }),
    async ({ text }) => {
      try {
        await api("POST /payments/{id}/refund-request", {
          params: { id },
          body: { text: text.replaceAll("\r\n", "\n") },
        });
      } finally {
        // Also after a refusal: another tab may have asked.
        await refetchCalls("GET /payments/{email}/{id}/refund");
      }
    },
  );
  return (
    <section className="panel withdrawal" aria-labelledby="ask">
      <h2 id="ask">Ask the school</h2>
      <form {...form}>
        <TextArea
          name="text"
          label="Why would you like a refund?"
          hint="A real person reads this with the details above and replies within 3–5 business days."
          rows={5}
          maxLength={longestRequest}
          error={errors.text}
          required
        />
        <div>
          <Button type="submit" busy={isBusy && "Sending …"}>
            Send request
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </form>
    </section>
  );
}
