import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate, useSearchParams } from "react-router";
import { passwordProblem } from "../../../../identity/password-policy.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { storedToken } from "../../../../access/access-token-store.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { focusHeading } from "../../../../ui/use-page-change.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import type { Route } from "./+types/reset-password-page";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import { usePasswordChecklist } from "./password-checklist.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...describePage(matches[0].loaderData.origin, {
    title: "New password · Senga",
    description: "Set a new password for your account on Senga.",
    path: "/reset-password",
  }),
  { name: "referrer", content: "no-referrer" },
  { name: "robots", content: "noindex" },
];

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    import("../../../../identity/client.ts")
      .then(({ identity }) => identity.checkResetToken(token))
      .then(({ isValid }) => setExpired(!isValid))
      .catch(() => {
        // Saving the password reports the error.
      });
  }, [token]);
  return isExpired ? <ExpiredLink /> : <NewPasswordForm token={token} />;
}

function ExpiredLink() {
  return (
    <AuthSheet scene="rain" title="New password">
      <p className="auth-notice" role="status">
        <strong>This link has expired.</strong> Reset links work once and expire in an hour. Request a new
        one, and your password stays as it is until you change it.
      </p>
      <p className="auth-other">
        <ButtonLink to="/forgot-password" block>
          Request a new one
        </ButtonLink>
      </p>
    </AuthSheet>
  );
}

function NewPasswordForm({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const checklist = usePasswordChecklist();
  const [otherEmail, setOtherEmail] = useState<string>();
  const { form, errors, isBusy, failure } = useForm(
    ["password"],
    (values) => {
      const problem = passwordProblem(values.password);
      return problem ? { password: problem } : {};
    },
    async (values) => {
      const { identity } = await import("../../../../identity/client.ts");
      await identity.resetPassword(token, values.password);
      // The server has ended this browser's session, too, unless it is another account's.
      const other = storedToken() && (await identity.currentUser().catch(() => null));
      // The login page would lead on to that account's pages.
      if (other) {
        flushSync(() => setOtherEmail(other.email));
        return focusHeading();
      }
      if (storedToken()) (await import("../../../../access/session.ts")).forget();
      await navigate("/login?reset=done", { replace: true });
    },
  );
  if (otherEmail) {
    return (
      <AuthSheet scene="rain" title="Password changed">
        <p className="auth-notice" role="status">
          This browser is still logged in to another account, {otherEmail}. To use your new password, log out
          of that one first.
        </p>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet
      scene="rain"
      title="New password"
      lede="Choose a new password. Every browser that is logged in with the old one will be logged out."
    >
      <form {...form} className="form">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          error={errors.password}
          {...checklist}
          required
        />
        <Button type="submit" block busy={isBusy && "Saving…"}>
          Save new password
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <p className="auth-other">
        Link expired? <Link to="/forgot-password">Request a new one</Link>
      </p>
    </AuthSheet>
  );
}
