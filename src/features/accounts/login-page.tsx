import { type ReactNode, Suspense, lazy, useEffect } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { identity } from "../../identity/client.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, PasswordField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useForm } from "../../ui/use-form.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/login-page";
import { AuthSheet } from "./auth-sheet.tsx";
import { originOf } from "./origin.ts";
import { useSession } from "./session-store.ts";
import { refreshSession, whileLoading } from "./session.ts";

// It shows itself only after the identity provider has said that it is offered.
const GoogleButton = lazy(() => import("./google-button.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Login · Senga",
    description: "Login to Senga to choose drawing classes, pay for them and go on with those you have.",
    path: "/login",
  });

export default function LoginPage(): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const [search] = useSearchParams();
  const origin = originOf(location);

  // Somebody whose browser lost the token may still be known to the identity provider.
  useEffect(() => {
    refreshSession().catch(() => {
      // Then they log in.
    });
  }, []);

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
      <Suspense fallback={<div className="auth-google" />}>
        <GoogleButton />
      </Suspense>
      <p className="auth-other">
        New to Senga?{" "}
        <Link to="/signup" state={location.state}>
          Create an account
        </Link>
      </p>
    </AuthSheet>
  );
}
