import { useQuery } from "@tanstack/react-query";
import { format } from "date-fns/format";
import { type ReactNode, useState } from "react";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Button } from "../../ui/button.tsx";
import { SuccessDialog } from "../../ui/dialog.tsx";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormError, TextArea, TextField } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type FieldErrors, useForm } from "../../ui/use-form.ts";
import { queryClient } from "../accounts/query-client.ts";
import { api } from "../accounts/session.ts";
import { applicationQuery, refetchApplication } from "./application-queries.ts";
import type { teaching } from "./contract.ts";
import { isPortfolioAddress, longestPortfolio, textLength } from "./policy.ts";

type Application = NonNullable<CallAnswer<(typeof teaching)["GET /teaching/application/{email}"]>>;

/** The student's application: what they have sent, if they have, and the form to send it or to change it. */
export default function ApplicationForm({ email }: { readonly email: string }): ReactNode {
  // Public pages have no provider of it: most of their visitors ask nothing.
  const { data, error, refetch } = useQuery(applicationQuery(email), queryClient);
  if (data !== undefined) return <Form email={email} sent={data} />;
  if (error) {
    return (
      <LoadFailure onRetry={() => void refetch()}>
        It could not be found out whether you have applied already. {error.message}
      </LoadFailure>
    );
  }
  return <ProgressBar label="Looking for your application" />;
}

type Field = "text" | "portfolio";

function check({ text, portfolio }: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  // In code points, as the server counts.
  const { length } = Array.from(text.trim());
  if (length < textLength.least) errors.text = `Write at least ${textLength.least} characters`;
  else if (length > textLength.most)
    errors.text = `Write at most ${textLength.most} characters: these are ${length}`;
  if (!isPortfolioAddress(portfolio.trim())) {
    errors.portfolio = "Enter the address of your portfolio, beginning with https://";
  } else if (portfolio.trim().length > longestPortfolio) {
    errors.portfolio = `Enter an address of at most ${longestPortfolio} characters`;
  }
  return errors;
}

function Form({ email, sent }: { readonly email: string; readonly sent: Application | null }): ReactNode {
  const [isThanked, setThanked] = useState(false);
  const { form, errors, summary, isBusy, failure } = useForm<Field>(
    ["text", "portfolio"],
    check,
    async ({ text, portfolio }) => {
      await api("POST /teaching/application", {
        body: { text: text.trim(), portfolio: portfolio.trim() },
      });
      setThanked(true);
      await refetchApplication(email);
    },
  );
  return (
    <>
      {sent && <Sent application={sent} />}
      <form {...form} className="form">
        <ErrorSummary errors={errors} ref={summary} />
        <TextArea
          label="What do you want to teach?"
          name="text"
          rows={8}
          hint={`${textLength.least} to ${textLength.most} characters`}
          error={errors.text}
          defaultValue={sent?.text}
          required
        />
        <TextField
          label="Portfolio link"
          name="portfolio"
          type="url"
          inputMode="url"
          autoComplete="url"
          hint="A page that shows your drawings, beginning with https://"
          error={errors.portfolio}
          defaultValue={sent?.portfolio}
          required
        />
        <Button type="submit" size="large" block busy={isBusy && "Sending …"}>
          {sent ? "Send the changes" : "Send my application"}
        </Button>
        <FormError>{failure}</FormError>
      </form>
      {isThanked && (
        <SuccessDialog title="Application sent" onClose={() => setThanked(false)}>
          We look at your drawings and answer to {email}. A copy is in your mail.
        </SuccessDialog>
      )}
    </>
  );
}

function Sent({ application }: { readonly application: Application }): ReactNode {
  const [sent, changed] = [asDay(application.createdAt), asDay(application.updatedAt)];
  return (
    <p className="teach-sent">
      You applied on {sent}
      {changed !== sent && ` and changed it on ${changed}`}. Until we answer, you can change what you sent.
    </p>
  );
}

/** @param time as JSON brings it */
const asDay = (time: unknown): string => format(new Date(String(time)), "MMM do yyyy");
