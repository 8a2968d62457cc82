import { Suspense, useEffect, useSyncExternalStore } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import type { Route } from "./+types/login-page";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import { storedToken } from "../../../../access/access-token-store.ts";
import { type OriginState, isGuardianNeeded } from "../../../../access/origin.ts";
import { useReturnToOrigin } from "./use-return-to-origin.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

const GoogleButton = lazyPart(() => import("./google-button.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Login · Senga",
    description: "Log in to Senga to choose drawing classes, pay for them and pick up where you left off.",
    path: "/login",
  });

export default function LoginPage({ matches }: Route.ComponentProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { why, email } = useReturnState();
  useReturnToOrigin();

  // The identity cookie may outlive the access token.
  useEffect(() => {
    if (storedToken() !== null) return;
    import("../../../../access/session.ts")
      .then(({ openSession }) => openSession())
      .catch(() => {
        // The login form remains available.
      });
  }, []);

  const { form, errors, isBusy, failure } = useForm(
    ["email", "password"],
    () => ({}),
    async ({ email: enteredEmail, password }) => {
      const [{ openSession, whileLoading }, { identity }] = await Promise.all([
        import("../../../../access/session.ts"),
        import("../../../../identity/client.ts"),
      ]);
      const signedIn = await whileLoading(() => identity.signIn({ email: enteredEmail, password }));
      try {
        await openSession(signedIn);
        toast("User Logged In Successfully");
      } catch (error) {
        if (!isGuardianNeeded(error)) throw error;
        await navigate("/signup/age", { state: location.state });
      }
    },
  );

  return (
    <AuthSheet title="Login">
      {/* Only a sign-up gives no reason. */}
      {email && !why ? (
        <div className="auth-notice" role="status">
          <p>
            <strong>User Created Successfully</strong>
          </p>
          <p>Log in with your email and password. We’ve also emailed you a link to confirm your address.</p>
        </div>
      ) : (
        why && (
          <p className="auth-notice" role="status">
            {why}
          </p>
        )
      )}
      {search.get("reset") === "done" && (
        <p className="auth-notice" role="status">
          Your password has been changed. Log in with your new one.
        </p>
      )}
      <form {...form} className="form">
        <TextField
          key={email ?? ""}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          error={errors.email}
          defaultValue={email}
          required
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
          required
        />
        <p className="field-row">
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
        <Button type="submit" block busy={isBusy && "Logging in…"}>
          Login
        </Button>
        <FormError>{failure}</FormError>
      </form>
      {matches[0].loaderData.hasGoogle && (
        <Suspense fallback={<div className="auth-google" />}>
          <GoogleButton />
        </Suspense>
      )}
      <p className="auth-other">
        New to Senga?{" "}
        <Link to="/signup" state={location.state}>
          Create an account
        </Link>
      </p>
    </AuthSheet>
  );
}

const emptyState: OriginState = {};
const neverChanges = () => () => {};

/** Empty during SSR, which has no history. */
function useReturnState(): OriginState {
  const { state } = useLocation();
  return useSyncExternalStore<OriginState>(
    neverChanges,
    () => (state as OriginState | null) ?? emptyState,
    () => emptyState,
  );
}
