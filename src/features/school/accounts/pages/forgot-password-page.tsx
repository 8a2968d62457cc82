import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import type { Route } from "./+types/forgot-password-page";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Forgot password · Senga",
    description: "Get a link to reset the password of your Senga account.",
    path: "/forgot-password",
  });

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { form, errors, isBusy, failure } = useForm(
    ["email"],
    ({ email }) => (email ? {} : { email: "Email is required" }),
    async ({ email }) => {
      const { identity } = await import("../../../../identity/client.ts");
      await identity.sendPasswordReset(email);
      setSentTo(email);
    },
  );
  // The focused button is gone.
  useEffect(() => {
    if (sentTo) document.querySelector<HTMLElement>("h1")?.focus();
  }, [sentTo]);
  if (sentTo) {
    return (
      <AuthSheet scene="rain" title="Check your inbox">
        <p role="status">
          If {sentTo} has an account, we’ve sent a reset link. It works once and expires in an hour.
        </p>
        <p className="auth-other">
          <Link to="/login">Back to login</Link>
        </p>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet scene="rain" title="Forgot password" lede="Enter your email, and we’ll send you a reset link.">
      <form {...form} className="form">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          error={errors.email}
          required
        />
        <Button type="submit" block busy={isBusy && "Sending…"}>
          Send link
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <p className="auth-other">
        <Link to="/login">Back to login</Link>
      </p>
    </AuthSheet>
  );
}
