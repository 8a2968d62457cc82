import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useActionData } from "react-router";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary } from "../../../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../../../ui/field.tsx";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { apiContext, siteContext } from "../../../../pages/contexts.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import { answerForm, readForm } from "../../../../pages/posted-form.ts";
import type { Route } from "./+types/contact-page";
import { ContactDetails } from "./contact-details.tsx";
import { longMessage, maxLength, messages } from "../policy.ts";
import { type SendingState, SendingStatus } from "./sending-status.tsx";
import "./contact-page.css";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Contact us · Senga",
    description:
      "Write to Senga about a class, a payment or anything that isn’t working. By form, email or phone; we respond within 24 – 48 hours.",
    path: "/contact-us",
  });

const fields = ["name", "email", "message", "website"] as const;
type Field = (typeof fields)[number];

/** Handles the form without JavaScript by an in-process API call. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  const { name = "", email = "", message = "", website = "" } = values;
  const call = context.get(apiContext);
  return answerForm(() => call("POST /contact", { body: { name, email, message, website } }), values);
}

function check({ name, email, message }: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (!name.trim()) errors.name = messages.noName;
  else if (name.trim().length > maxLength.name) errors.name = messages.longName;
  if (!email.trim()) errors.email = messages.noEmail;
  else if (!looksLikeEmail(email)) errors.email = emailProblem;
  if (!message.trim()) errors.message = messages.noMessage;
  else if (message.trim().length > maxLength.message) errors.message = longMessage(message.trim().length);
  return errors;
}

export default function ContactPage({ loaderData }: Route.ComponentProps): ReactNode {
  return (
    <div className="wrap page-section">
      <SectionHeading level={1} aside={<p className="note">a real person reads these</p>}>
        Contact Us
      </SectionHeading>
      <div className="contact">
        <ContactDetails {...loaderData} />
        <section className="contact-letter panel" aria-labelledby="letter">
          <h2 id="letter">Write to us</h2>
          <ContactForm />
        </section>
      </div>
    </div>
  );
}

function ContactForm(): ReactNode {
  const posted = useActionData<typeof action>();
  const [outcome, setOutcome] = useState(posted && (posted.isDone ? ("sent" as const) : ("failed" as const)));
  const [reason, setReason] = useState(posted?.failure);
  const isEnhanced = useIsEnhanced();

  const send = async (values: Record<Field, string>, element: HTMLFormElement): Promise<void> => {
    setOutcome(undefined);
    const { name, email, message, website } = values;
    const body = { name: name.trim(), email: email.trim(), message: message.trim(), website };
    try {
      const { api } = await import("../../../../access/session.ts");
      await api("POST /contact", { body });
    } catch (error) {
      setOutcome("failed");
      setReason(reasonOf(error));
      throw error;
    }
    element.reset();
    setOutcome("sent");
  };
  const { form, errors, summary, isBusy, forget } = useForm(fields, check, send, posted?.errors);
  const state: SendingState = isBusy ? "sending" : (outcome ?? "idle");

  return (
    <form
      {...form}
      // Before hydration the browser validates, and the server handles the POST.
      noValidate={isEnhanced}
      data-needs-script={undefined}
      action="/contact-us"
      className="form"
      // The outcome of the last message does not apply to the next one.
      onInput={({ target }) => {
        setOutcome(undefined);
        forget((target as HTMLInputElement).name as Field);
      }}
    >
      <ErrorSummary errors={errors} ref={summary} />
      <div className="contact-who">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          error={errors.name}
          defaultValue={posted?.values?.["name"]}
          required
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
          defaultValue={posted?.values?.["email"]}
          required
        />
      </div>
      <TextArea
        rows={3}
        label="Message"
        name="message"
        error={errors.message}
        defaultValue={posted?.values?.["message"]}
        required
      />
      {/* Honeypot: invisible to people, filled in by bots. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="contact-send">
        <Button type="submit" size="large" busy={isBusy && "Send message"}>
          Send message
        </Button>
        <SendingStatus state={state} reason={reason} />
      </div>
    </form>
  );
}

/** Only errors that the visitor can act on. */
function reasonOf(error: unknown): string {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return ["network-request-failed", "too-many-requests"].includes(code) ? message : "";
}

/** False on the server and during hydration. */
const useIsEnhanced = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
