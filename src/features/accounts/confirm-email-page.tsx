import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/confirm-email-page";
import { AuthSheet } from "./auth-sheet.tsx";
import type { OriginState } from "./origin.ts";
import { useSession } from "./session-store.ts";
import { useResendVerification } from "./use-resend-verification.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...describePage(matches[0].loaderData.origin, {
    title: "Confirm your email · Senga",
    description: "What became of the link that confirms your email.",
    path: "/confirm-email",
  }),
  { name: "robots", content: "noindex" },
];

export default function ConfirmEmailPage(): ReactNode {
  const [search] = useSearchParams();
  switch (search.get("result")) {
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
          <p role="status">You've used this link before: your email address is confirmed. All done.</p>
          <NextStep />
        </AuthSheet>
      );
    default:
      return <ExpiredLink />;
  }
}

function NextStep(): ReactNode {
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
  from: "/confirm-email?result=expired",
  why: "Log in and we'll send you a new link.",
};

function ExpiredLink(): ReactNode {
  const { isLoading, user } = useSession();
  const { progress, send } = useResendVerification();
  if (user?.emailVerified) {
    return (
      <AuthSheet scene="letter" title="Already confirmed">
        <p role="status">This link is no longer good, but your email address is confirmed. All done.</p>
        <NextStep />
      </AuthSheet>
    );
  }
  return (
    <AuthSheet scene="rain" title="This link doesn't work">
      <p role="status">
        {progress === "sent"
          ? `We've sent a new link to ${user?.email}. Open it within 24 hours.`
          : "Confirmation links expire after 24 hours. This one is too old, or part of it is missing."}
      </p>
      {!isLoading && progress !== "sent" && (
        <p className="auth-other">
          {user ? (
            <Button block busy={progress === "sending" && "Sending …"} onClick={send}>
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
