import { useState, useSyncExternalStore } from "react";
import { useActionData } from "react-router";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary, TextArea, TextField } from "../../../../ui/field.tsx";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { apiContext, siteContext } from "../../../../pages/contexts.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import { answerForm, readForm } from "../../../../pages/posted-form.ts";
import { DrawnIcon, Icon } from "../../../../ui/icons.tsx";
import { longMessage, maxLength, messages } from "../policy.ts";
import type { Route } from "./+types/contact-page";

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

export default function ContactPage({ loaderData }: Route.ComponentProps) {
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

function ContactForm() {
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
    // Unless more was typed meanwhile.
    const typed = new FormData(element);
    if (fields.every((field) => typed.get(field) === values[field])) element.reset();
    setOutcome("sent");
  };
  const { form, errors, summary, isBusy, forget } = useForm(fields, check, send, posted?.errors);
  const state: SendingState = isBusy ? "sending" : (outcome ?? "idle");

  return (
    <form
      {...form}
      // Without hydration the browser validates, and the server handles the POST.
      noValidate={isEnhanced}
      data-needs-script={undefined}
      action="/contact-us"
      className="form"
      onInput={({ target }) => {
        setOutcome(undefined);
        const field = fields.find(
          (name) => target instanceof Element && target.getAttribute("name") === name,
        );
        if (field) forget(field);
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
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="actions contact-send">
        <Button type="submit" size="large" busy={isBusy && "Send message"}>
          Send message
        </Button>
        <SendingStatus state={state} reason={reason} />
      </div>
    </form>
  );
}

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

interface ContactDetailsProps {
  readonly email: string;
  readonly phone: string;
}

function ContactDetails({ email, phone }: ContactDetailsProps) {
  return (
    <section className="contact-details" aria-labelledby="reach">
      <h2 id="reach" className="visually-hidden">
        Contact info
      </h2>
      <div className="contact-art">
        <img src="/drawings/portrait-ghost.svg" width="600" height="600" alt="" />
        <p className="contact-balloon">
          We respond within <span>24 – 48 hours.</span>
        </p>
      </div>
      <p>
        Trouble with a class, a payment or a picture that won’t load? Tell us what happened and we’ll look
        into it.
      </p>
      <address>
        <ul role="list">
          <li>
            <MailIcon />
            <span>
              <span className="visually-hidden">Email: </span>
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          </li>
          <li>
            <DrawnIcon drawing="M6.6 3H3.5C3 12.5 11.5 21 21 20.5v-3.6l-4.8-1.7-2.1 2.1a14 14 0 0 1-7.4-7.4l2.1-2.1Z" />
            <span>
              <span className="visually-hidden">Phone: </span>
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
            </span>
          </li>
          <li>
            <DrawnIcon drawing="M12 21.5S5 14.5 5 9.5a7 7 0 0 1 14 0c0 5-7 12-7 12ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
            Based in New York City, USA
          </li>
        </ul>
      </address>
    </section>
  );
}

type SendingState = "idle" | "sending" | "sent" | "failed";

/** Wording from section 4. */
const texts = {
  sending: "Sending...",
  sent: "Message Sent Successfully!",
  failed: "Failed to send message. Please try again later.",
} as const;

interface SendingStatusProps {
  readonly state: SendingState;
  readonly reason?: string | undefined;
}

function SendingStatus({ state, reason }: SendingStatusProps) {
  return (
    <div role="status" className="sending-status">
      {state !== "idle" && (
        <p className={`is-${state}`}>
          <StatusIcon state={state} />
          <span>
            {texts[state]}
            {state === "failed" && reason && <small>{reason}</small>}
          </span>
        </p>
      )}
    </div>
  );
}

function StatusIcon({ state }: { readonly state: Exclude<SendingState, "idle"> }) {
  switch (state) {
    case "sending":
      return <MailIcon />;
    case "sent":
      return <Icon name="check" />;
    case "failed":
      return <Icon name="alert" />;
  }
}

const MailIcon = () => <DrawnIcon drawing="M2.5 5h19v14h-19Zm0 1.5 9.5 7 9.5-7" />;
