import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { identity } from "../../identity/client.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/forgot-password-page";
import { AuthSheet } from "./auth-sheet.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Forgot password · Senga",
    description: "We mail you a link that sets a new password for your account on Senga.",
    path: "/forgot-password",
  });

export default function ForgotPasswordPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>();
  const { form, errors, isBusy, failure } = useForm(
    ["email"],
    ({ email }) => (email.trim() ? {} : { email: "Email is required" }),
    async ({ email }) => {
      await identity.sendPasswordReset(email.trim());
      setSentTo(email.trim());
    },
  );
  if (sentTo) {
    return (
      <AuthSheet title="Look in your mail">
        <p role="status">
          If there is an account for {sentTo}, a mail with a link to set a new password is on its way. The
          link works once, for one hour.
        </p>
        <p className="auth-other">
          <Link to="/login">Back to login</Link>
        </p>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet
      title="Forgot password"
      lede="Tell us your e-mail address and we mail you a link to set a new password."
    >
      <form {...form} className="form">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          error={errors.email}
          required
        />
        <Button type="submit" block busy={isBusy && "Sending …"}>
          Mail me the link
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <p className="auth-other">
        <Link to="/login">Back to login</Link>
      </p>
    </AuthSheet>
  );
}
