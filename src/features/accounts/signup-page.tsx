import { type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { passwordProblem } from "../../identity/password-policy.ts";
import { emailProblem, looksLikeEmail } from "../../platform/email.ts";
import { isPictureUrl, pictureUrlProblem } from "../../platform/picture-url.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { type FieldErrors, useForm } from "../../ui/use-form.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/signup-page";
import { AuthSheet } from "./auth-sheet.tsx";
import { PasswordChecklist } from "./password-checklist.tsx";
import { PhotoField } from "./photo-field.tsx";
import { originOf, stateForOrigin } from "./origin.ts";
import { useSession } from "./session-store.ts";

const GoogleButton = lazy(() => import("./google-button.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Sign up · Senga",
    description: "One account to choose, buy and take anime and manga drawing classes.",
    path: "/signup",
  });

const fields = ["name", "email", "password", "confirm", "photo"] as const;
type Field = (typeof fields)[number];

/** Section 5. A dialog reports a password mismatch after all other errors. */
function check({ name, email, password, confirm, photo }: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (!name.trim()) errors.name = "Name is required";
  if (!email.trim()) errors.email = "Email is required";
  else if (!looksLikeEmail(email)) errors.email = emailProblem;
  const problem = passwordProblem(password);
  if (problem) errors.password = problem;
  if (!confirm) errors.confirm = "Confirm Password is required";
  if (!photo.trim()) errors.photo = "PhotoURL is Required";
  else if (!isPictureUrl(photo.trim())) errors.photo = pictureUrlProblem;
  return errors;
}

export default function SignupPage(): ReactNode {
  const navigate = useNavigate();
  const location = useLocation();
  const { user } = useSession();
  const [password, setPassword] = useState("");
  const [isMismatch, setMismatch] = useState(false);
  const origin = originOf(location);

  useEffect(() => {
    if (user) void navigate(origin, { replace: true, state: stateForOrigin(location.state) });
  }, [user, origin, location.state, navigate]);

  const { form, errors, summary, isBusy, failure, forget } = useForm(fields, check, async (values) => {
    if (values.password !== values.confirm) {
      setMismatch(true);
      return;
    }
    const [name, email, photoURL] = [values.name.trim(), values.email.trim(), values.photo.trim()];
    const { signUp } = await import("./sign-up.ts");
    const outcome = await signUp({ name, email, password: values.password, photoURL });
    if (outcome === "created") {
      await navigate("/login", { state: { ...(location.state as object | null), email, why: undefined } });
    }
  });

  return (
    <AuthSheet title="Sign up" lede="One account to choose, buy and take classes.">
      <Suspense fallback={<div className="auth-google" />}>
        <GoogleButton isAboveForm />
      </Suspense>
      <form {...form} className="form">
        <ErrorSummary errors={errors} ref={summary} />
        <TextField label="Name" name="name" autoComplete="name" error={errors.name} required />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
          required
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={<PasswordChecklist password={password} />}
          error={errors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
        <PasswordField
          label="Confirm password"
          name="confirm"
          autoComplete="new-password"
          error={errors.confirm}
          required
        />
        <PhotoField error={errors.photo} onPick={() => forget("photo")} />
        <p className="auth-terms">
          By creating an account you agree to the{" "}
          <a href="/terms-and-conditions" target="_blank">
            Terms
          </a>{" "}
          and{" "}
          <a href="/privacy-policy" target="_blank">
            Privacy Policy
          </a>
          .
        </p>
        <Button type="submit" block busy={isBusy && "Creating your account …"}>
          Create account
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <p className="auth-other">
        Already have an account?{" "}
        <Link to="/login" state={location.state}>
          Log in
        </Link>
      </p>
      {isMismatch && (
        <Dialog
          title="confrim password didn't match"
          onClose={() => setMismatch(false)}
          actions={<Button onClick={() => setMismatch(false)}>OK</Button>}
        />
      )}
    </AuthSheet>
  );
}
