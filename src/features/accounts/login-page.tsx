import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { identity } from "../../identity/client.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, PasswordField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useForm } from "../../ui/use-form.ts";
import { AuthSheet } from "./auth-sheet.tsx";
import { GoogleButton } from "./google-button.tsx";
import { originOf } from "./origin.ts";
import { refreshSession, useSession, whileLoading } from "./session.ts";

export const meta = () => [{ title: "Login · Senga" }];

export default function LoginPage(): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const [search] = useSearchParams();
  const origin = originOf(location);

  // Also for somebody who was signed in when they came, or has signed in in another tab.
  useEffect(() => {
    if (user) void navigate(origin, { replace: true });
  }, [user, origin, navigate]);

  const { form, isBusy, failure } = useForm(
    ["email", "password"],
    () => ({}),
    async ({ email, password }) => {
      await whileLoading(() => identity.signIn({ email, password }).then(() => undefined));
      await refreshSession();
      toast("User Logged In Successfully");
    },
  );

  return (
    <AuthSheet title="Login">
      {search.get("verified") === "yes" && (
        <p role="status">Your e-mail address is confirmed. You can log in now.</p>
      )}
      {search.get("verified") === "no" && (
        <p role="status">
          This link has expired or was used before. Log in: your dashboard mails you a new one if it is
          needed.
        </p>
      )}
      {search.get("reset") === "done" && (
        <p role="status">Your password is changed. Log in with the new one.</p>
      )}
      <form {...form} className="form">
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <p className="field-row">
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
        <Button type="submit" block busy={isBusy && "Logging in …"}>
          Login
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <GoogleButton />
      <p className="auth-other">
        New to Senga?{" "}
        <Link to="/signup" state={location.state}>
          Create an account
        </Link>
      </p>
    </AuthSheet>
  );
}
