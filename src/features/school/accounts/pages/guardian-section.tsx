import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { formatDay } from "../../../../ui/day.ts";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { apiQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import type { OwnGuardian } from "./account-queries.ts";
import "./account-page.css";

const texts: Record<OwnGuardian["state"], (email: string, since: string) => string> = {
  asked: (email, since) =>
    `We emailed ${email} on ${since} and are waiting to hear back. You can look around and select classes in the meantime. Once they agree, you can buy classes and join their galleries.`,
  given: (email, since) =>
    `${email} agreed on ${since}. They can withdraw their consent at any time with the link in our email.`,
  refused: (email) =>
    `${email} didn’t agree. You keep your classes and your instructor’s critiques; you just can’t buy more classes or use class galleries. Wrong address? Enter another one.`,
  withdrawn: (email, since) =>
    `${email} withdrew their consent on ${since}. Everything you’d shared is hidden now. Talk to them: they can agree again with the link in our email.`,
};

export default function GuardianSection({ guardian }: { readonly guardian: OwnGuardian }) {
  const { email, state, since, adultOn, mayAskAgain, mayNameAnother } = guardian;
  return (
    <section className="panel stack is-roomy" aria-labelledby="guardian">
      <h2 id="guardian">Your guardian’s consent</h2>
      <p role="status">{texts[state](email, formatDay(new Date(String(since))))}</p>
      {mayAskAgain && <AskAgain />}
      {mayNameAnother && <NameAnother key={email} />}
      <p className="quiet is-small">
        Starting {formatDay(new Date(`${adultOn}T12:00:00`))}, you won’t need consent anymore.
        {!mayNameAnother && (
          <>
            {" "}
            To name another guardian, <Link to="/contact-us">write to us</Link>.
          </>
        )}
      </p>
    </section>
  );
}

const useAsk = () => {
  const queryClient = useQueryClient();
  return async (guardianEmail?: string): Promise<void> => {
    const body = { ...(guardianEmail !== undefined && { guardianEmail }) };
    const { guardian } = await api("POST /account/guardian", { body });
    queryClient.setQueryData(
      apiQuery("GET /account").queryKey,
      (account) => account && { ...account, guardian },
    );
  };
};

function AskAgain() {
  const ask = useAsk();
  const [progress, setProgress] = useState<"idle" | "sending" | "sent">("idle");
  const [failure, setFailure] = useState<string>();
  const send = async (): Promise<void> => {
    setProgress("sending");
    setFailure(undefined);
    try {
      await ask();
      setProgress("sent");
    } catch (error) {
      setProgress("idle");
      setFailure(failureText(error));
    }
  };
  return (
    <div>
      <div className="actions account-actions">
        <Button
          look="quiet"
          size="small"
          busy={progress === "sending" && "Sending…"}
          onClick={() => void send()}
        >
          Send the email again
        </Button>
        <span role="status">{progress === "sent" && "Sent. Ask them to check their spam folder, too."}</span>
      </div>
      <FormError>{failure}</FormError>
    </div>
  );
}

function NameAnother() {
  const ask = useAsk();
  const { form, errors, isBusy, failure } = useForm(
    ["guardianEmail"],
    ({ guardianEmail }) => (looksLikeEmail(guardianEmail) ? {} : { guardianEmail: emailProblem }),
    async ({ guardianEmail }) => ask(guardianEmail.trim()),
  );
  return (
    <form {...form} className="form">
      <TextField
        label="Another address"
        name="guardianEmail"
        type="email"
        autoComplete="off"
        hint="The link in the earlier email will stop working."
        error={errors.guardianEmail}
        required
      />
      <div className="actions account-actions">
        <Button type="submit" look="quiet" size="small" busy={isBusy && "Sending…"}>
          Ask this address instead
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </form>
  );
}
