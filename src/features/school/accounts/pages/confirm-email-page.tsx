import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { failureText } from "../../../../ui/connection.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { codeOf } from "../../../../platform/error-code.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import type { Route } from "./+types/confirm-email-page";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import type { OriginState } from "../../../../access/origin.ts";
import { useSession } from "../../../../access/session-store.ts";
import { claimsIn } from "../../../../access/token-claims.ts";
import { useResendVerification } from "./confirm-email-actions.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...describePage(matches[0].loaderData.origin, {
    title: "Confirm your email · Senga",
    description: "Confirm the email of your account on Senga.",
    path: "/confirm-email",
  }),
  { name: "referrer", content: "no-referrer" },
  { name: "robots", content: "noindex" },
];

type Outcome = "confirmed" | "already" | "expired";

export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const [outcome, setOutcome] = useState<Outcome>();
  const token = search.get("token") ?? "";
  const email = claimsIn(token).email;
  // The focused button is gone.
  useEffect(() => {
    if (outcome) document.querySelector<HTMLElement>("h1")?.focus();
  }, [outcome]);
  switch (email ? outcome : "expired") {
    case "confirmed":
      return (
        <AuthSheet scene="letter" title="Email confirmed">
          <p role="status">Thanks! Your email address is confirmed.</p>
          <NextStep />
        </AuthSheet>
      );
    case "already":
      return (
        <AuthSheet scene="letter" title="Already confirmed">
          <p role="status">You’ve used this link before: your email address is confirmed. All done.</p>
          <NextStep />
        </AuthSheet>
      );
    case "expired":
      return <ExpiredLink />;
    case undefined:
      return <Question token={token} email={email ?? ""} onAnswer={setOutcome} />;
  }
}

/** A button, because mail scanners open links. */
function Question({
  token,
  email,
  onAnswer,
}: {
  readonly token: string;
  readonly email: string;
  readonly onAnswer: (outcome: Outcome) => void;
}) {
  const navigate = useNavigate();
  const { isLoading, user } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOwn = user?.email === email;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { identity } = await import("../../../../identity/client.ts");
      const answer = await identity.confirmEmail(token);
      if (answer.result === "claimed")
        return await navigate(`/reset-password?token=${answer.resetToken}`, { replace: true });
      if (isOwn) {
        const { refreshUser } = await import("../../../../access/session.ts");
        await refreshUser().catch(() => {
          // The reminder goes with the next page load.
        });
      }
      onAnswer(answer.result);
    } catch (error) {
      if (codeOf(error) === "token-expired") onAnswer("expired");
      else setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const loginToConfirm: OriginState = {
    from: `/confirm-email?token=${token}`,
    why: "Log in to confirm your email.",
    email,
  };
  return (
    <AuthSheet scene="letter" title="Confirm your email" lede={`Is ${email} your email address?`}>
      {!isLoading && isOwn && (
        <Button block busy={isBusy && "Confirming…"} onClick={() => void confirm()}>
          Confirm email
        </Button>
      )}
      {!isLoading && !isOwn && (
        <>
          {user ? (
            <p>You’re logged in as {user.email}. Log out, then open the link again.</p>
          ) : (
            <ButtonLink to="/login" state={loginToConfirm} block>
              Log in to confirm
            </ButtonLink>
          )}
          <p>
            Can’t log in, or didn’t sign up yourself? Confirm here and choose a new password. That logs
            everyone out of the account and removes what they saved; paid classes stay.
          </p>
          <Button look="quiet" block busy={isBusy && "Confirming…"} onClick={() => void confirm()}>
            Confirm and choose a new password
          </Button>
        </>
      )}
      <FormError>{failure}</FormError>
      <p className="auth-other">
        Don’t want an account? Ignore the email, or <Link to="/contact-us">write to us</Link>.
      </p>
    </AuthSheet>
  );
}

function NextStep() {
  const { isLoading, user } = useSession();
  if (isLoading) return null;
  return (
    <p className="auth-other">
      {user ? (
        <ButtonLink to="/classes" block>
          Browse classes
        </ButtonLink>
      ) : (
        <ButtonLink to="/login" block>
          Log in
        </ButtonLink>
      )}
    </p>
  );
}

const loginFirst: OriginState = {
  from: "/confirm-email",
  why: "Log in and we’ll send you a new link.",
};

function ExpiredLink() {
  const { isLoading, user } = useSession();
  const { progress, send } = useResendVerification();
  if (user?.emailVerified) {
    return (
      <AuthSheet scene="letter" title="Already confirmed">
        <p role="status">This link no longer works, but your email address is confirmed. All done.</p>
        <NextStep />
      </AuthSheet>
    );
  }
  return (
    <AuthSheet scene="rain" title="This link doesn’t work">
      <p role="status">
        {progress === "sent"
          ? `We’ve sent a new link to ${user?.email}. Open it within 24 hours.`
          : "Confirmation links expire after 24 hours. This one has expired, or part of it is missing."}
      </p>
      {!isLoading && progress !== "sent" && (
        <p className="auth-other">
          {user ? (
            <Button block busy={progress === "sending" && "Sending…"} onClick={send}>
              Send a new one
            </Button>
          ) : (
            <ButtonLink to="/login" state={loginFirst} block>
              Log in to get a new one
            </ButtonLink>
          )}
        </p>
      )}
    </AuthSheet>
  );
}
