import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { formatDay } from "../../../../ui/day.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { ErrorSummary, FormError, TextArea, TextField } from "../../../../ui/field.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { isStill } from "../../../../ui/typed-since.ts";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { type Answer, apiQuery, queryClient, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { asPortfolioUrl, isPortfolioUrl, maxPortfolioLength, textLength } from "../policy.ts";

type Application = NonNullable<Answer<"GET /teaching/application/{email}">>;

export default function ApplicationForm({ email }: { readonly email: string }) {
  // Public pages have no QueryClientProvider.
  const { data, error, refetch } = useQuery(
    apiQuery("GET /teaching/application/{email}", { params: { email } }),
    queryClient,
  );
  if (data !== undefined) return <ApplicationStatus email={email} last={data} />;
  if (error) {
    return (
      <LoadFailure onRetry={() => void refetch()}>
        We couldn’t check whether you’ve already applied. {error.message}
      </LoadFailure>
    );
  }
  return <ProgressBar label="Looking for your application" />;
}

function ApplicationStatus({ email, last }: { readonly email: string; readonly last: Application | null }) {
  const isDecided = Boolean(last?.decision);
  const isDeclined = last?.decision === "declined";
  return (
    <>
      {isDeclined && <Declined application={last} />}
      {!(isDecided && last?.appliesAgainFrom) && (
        <Form email={email} sent={isDecided ? null : last} draft={isDeclined || !isDecided ? last : null} />
      )}
    </>
  );
}

function Declined({ application }: { readonly application: Application }) {
  const { decidedAt, note, appliesAgainFrom, text, portfolio } = application;
  return (
    <div className="teach-sent">
      <p>
        <strong>We declined your application on {asDay(decidedAt)}.</strong>{" "}
        {appliesAgainFrom
          ? `You’re welcome to apply again from ${asDay(appliesAgainFrom)}.`
          : "You’re welcome to apply again."}
      </p>
      {note && <blockquote dir="auto">{note}</blockquote>}
      {appliesAgainFrom && (
        <details>
          <summary>What you sent</summary>
          <p dir="auto" className="teach-sent-text">
            {text}
          </p>
          <p>{portfolio}</p>
        </details>
      )}
    </div>
  );
}

type Field = "text" | "portfolio";

function check({ text, portfolio }: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  const { length } = Array.from(text.trim());
  if (length < textLength.min) errors.text = `Write at least ${textLength.min} characters`;
  else if (length > textLength.max)
    errors.text = `Write at most ${textLength.max} characters (you’ve written ${length})`;
  if (!isPortfolioUrl(asPortfolioUrl(portfolio))) {
    errors.portfolio = "Enter a link to your portfolio, starting with https://";
  } else if (asPortfolioUrl(portfolio).length > maxPortfolioLength) {
    errors.portfolio = `Enter a link of at most ${maxPortfolioLength} characters`;
  }
  return errors;
}

interface FormProps {
  readonly email: string;
  readonly sent: Application | null;
  readonly draft?: Application | null;
}

function Form({ email, sent, draft = sent }: FormProps) {
  const [submitted, setSubmitted] = useState<"sent" | "updated">();
  const asSent = useRef<Record<Field, string>>(undefined);
  const { form, element, errors, summary, isBusy, failure } = useForm<Field>(
    ["text", "portfolio"],
    check,
    async ({ text, portfolio }) => {
      await api("POST /teaching/application", {
        body: { text: text.trim(), portfolio: asPortfolioUrl(portfolio) },
      });
      asSent.current = { text, portfolio };
      setSubmitted(sent ? "updated" : "sent");
      await refetchCalls("GET /teaching/application/{email}");
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
          hint={`${textLength.min} to ${textLength.max} characters`}
          error={errors.text}
          defaultValue={draft?.text}
          required
        />
        <TextField
          label="Portfolio link"
          name="portfolio"
          type="url"
          inputMode="url"
          autoComplete="url"
          hint="A page that shows your drawings, starting with https://"
          error={errors.portfolio}
          defaultValue={draft?.portfolio}
          required
        />
        <Button type="submit" size="large" block busy={isBusy && "Sending…"}>
          {sent ? "Update application" : "Send my application"}
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <LeaveDialog
        isUnsaved={() => {
          const { text = "", portfolio = "" } = asSent.current ?? draft ?? {};
          return !isStill(element.current, { text, portfolio });
        }}
      />
      {submitted && (
        <Dialog isSuccess title={`Application ${submitted}`} onClose={() => setSubmitted(undefined)}>
          We’ll look at your portfolio and reply to {email}.
        </Dialog>
      )}
    </>
  );
}

function Sent({ application }: { readonly application: Application }) {
  const [sent, changed] = [asDay(application.createdAt), asDay(application.updatedAt)];
  return (
    <p className="teach-sent">
      You applied on {sent}
      {changed !== sent && ` and changed it on ${changed}`}. You can edit it until we reply.
    </p>
  );
}

const asDay = (time: unknown): string => formatDay(new Date(String(time)));
