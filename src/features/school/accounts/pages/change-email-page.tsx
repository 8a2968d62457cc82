import type { Answer } from "../../../../access/api-query.ts";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { answerForm, readForm } from "../../../../pages/posted-form.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { AnswerForm } from "../../../../ui/answer-form.tsx";
import type { Route } from "./+types/change-email-page";
import { storedToken } from "../../../../access/access-token-store.ts";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";

type Outcome = Answer<"POST /account/email">;
type Decision = "confirm" | "stop";

export const meta = () => [
  { title: "Change of email · Senga" },
  { name: "referrer", content: "same-origin" },
  { name: "robots", content: "noindex" },
];

export async function action({ request, context }: Route.ActionArgs) {
  const call = context.get(apiContext);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const decision = (await readForm(request))["decision"] as Decision;
  let outcome: Outcome | undefined;
  const posted = await answerForm(async () => {
    ({ answer: outcome } = await call("POST /account/email", { body: { token, decision } }));
  });
  return outcome ? { outcome } : posted;
}

export default function ChangeEmailPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const [answered, setAnswered] = useState<Outcome>();
  useEffect(() => {
    if (answered) document.querySelector<HTMLElement>("h1")?.focus();
  }, [answered]);

  const outcome = answered ?? (actionData && "outcome" in actionData ? actionData.outcome : undefined);
  if (outcome) return <Answered {...outcome} />;
  const failure = actionData && "failure" in actionData ? actionData.failure : undefined;
  const answer = async (decision: Decision): Promise<void> => {
    const { api, refreshUser } = await import("../../../../access/session.ts");
    const body = { token: search.get("token") ?? "", decision };
    const reached = await api("POST /account/email", { body });
    if (reached.state === "changed" && storedToken()) await refreshUser().catch(() => {});
    setAnswered(reached);
  };
  return (
    <AuthSheet
      scene="letter"
      title="Change the email?"
      lede="Your email changes once you’ve confirmed from both the old and the new address."
    >
      <AnswerForm
        name="decision"
        value="confirm"
        label="Yes, change it"
        failure={failure}
        onSend={() => answer("confirm")}
      />
      <AnswerForm
        name="decision"
        value="stop"
        label="No, stop the change"
        look="quiet"
        failure={undefined}
        onSend={() => answer("stop")}
      />
      <p className="auth-other">
        Didn’t ask for this? Stop it here, then choose a new password in{" "}
        <Link to="/dashboard/account">your account</Link>.
      </p>
    </AuthSheet>
  );
}

function Answered({ state, waitsFor }: Outcome) {
  if (state === "waiting") {
    return (
      <AuthSheet scene="letter" title="Halfway there">
        <p role="status">
          Thanks. Now open the email we sent to the {waitsFor} address and confirm there, too. Nothing changes
          until you do. Can’t get into that mailbox? <Link to="/contact-us">Write to us</Link>.
        </p>
      </AuthSheet>
    );
  }
  const isChanged = state === "changed";
  return (
    <AuthSheet scene="letter" title={isChanged ? "Email changed" : "Stopped"}>
      <p role="status">
        {isChanged
          ? "Both addresses are confirmed. Log in with the new one from now on; your password stays the same."
          : "Your email hasn’t changed, and the links in both emails no longer work. If someone else asked for the change, choose a new password now."}
      </p>
      <p className="auth-other">
        <ButtonLink to="/dashboard/account" block>
          Your account
        </ButtonLink>
      </p>
    </AuthSheet>
  );
}
