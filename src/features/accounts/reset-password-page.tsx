import { type ReactNode, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { identity } from "../../identity/client.ts";
import { passwordProblem } from "../../identity/password-policy.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, PasswordField } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/reset-password-page";
import { AuthSheet } from "./auth-sheet.tsx";
import { PasswordChecklist } from "./password-checklist.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...describePage(matches[0].loaderData.origin, {
    title: "New password · Senga",
    description: "Set a new password for your account on Senga.",
    path: "/reset-password",
  }),
  { name: "referrer", content: "no-referrer" },
  { name: "robots", content: "noindex" },
];

export default function ResetPasswordPage(): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const token = search.get("token") ?? "";
  const { form, errors, isBusy, failure } = useForm(
    ["password"],
    (values) => {
      const problem = passwordProblem(values.password);
      return problem ? { password: problem } : {};
    },
    async (values) => {
      await identity.resetPassword(token, values.password);
      await navigate("/login?reset=done", { replace: true });
    },
  );
  return (
    <AuthSheet title="New password" lede="Choose a new password. You will be signed out everywhere else.">
      <form {...form} className="form">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={<PasswordChecklist password={password} />}
          error={errors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
        <Button type="submit" block busy={isBusy && "Saving …"}>
          Set the new password
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <p className="auth-other">
        The link has expired? <Link to="/forgot-password">Ask for a new one</Link>
      </p>
    </AuthSheet>
  );
}
