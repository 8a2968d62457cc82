import { Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { passwordProblem } from "../../../../identity/password-policy.ts";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { isPictureUrl, pictureUrlProblem } from "../../../../platform/picture-url.ts";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary, FormError, TextField } from "../../../../ui/field.tsx";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import type { Route } from "./+types/signup-page";
import { AgeField, ageFields, checkAge, readAge } from "./age-field.tsx";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import { usePasswordChecklist } from "./password-checklist.tsx";
import { PhotoField } from "./photo-field.tsx";
import { useReturnToOrigin } from "./use-return-to-origin.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

const loadSignUp = () => import("./sign-up.tsx");
const GoogleButton = lazyPart(() => import("./google-button.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Sign up · Senga",
    description: "One account to choose, buy and take anime and manga drawing classes.",
    path: "/signup",
  });

const fields = ["name", "email", "password", "confirm", "photo", ...ageFields] as const;
type Field = (typeof fields)[number];

/** Specification, section 5. A dialog reports a password mismatch after all other errors. */
function check(values: Record<Field, string>): FieldErrors<Field> {
  const { name, email, password, confirm, photo } = values;
  const errors: FieldErrors<Field> = {};
  if (!name.trim()) errors.name = "Name is required";
  if (!email.trim()) errors.email = "Email is required";
  else if (!looksLikeEmail(email)) errors.email = emailProblem;
  const problem = passwordProblem(password);
  if (problem) errors.password = problem;
  if (!confirm) errors.confirm = "Confirm Password is required";
  if (!photo.trim()) errors.photo = "PhotoURL is Required";
  else if (!isPictureUrl(photo.trim())) errors.photo = pictureUrlProblem;
  return { ...errors, ...checkAge(values) };
}

export default function SignupPage({ matches }: Route.ComponentProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const checklist = usePasswordChecklist();
  const [mismatch, setMismatch] = useState<Awaited<ReturnType<typeof loadSignUp>>>();
  useReturnToOrigin();

  const { form, errors, summary, isBusy, failure, forget } = useForm(fields, check, async (values) => {
    if (values.password !== values.confirm) {
      setMismatch(await loadSignUp());
      return;
    }
    const { signUp } = await loadSignUp();
    const outcome = await signUp(values, readAge(values));
    if (outcome === "too-young") await navigate("/signup/too-young", { replace: true });
    else if (outcome === "created")
      await navigate("/login", { state: { ...location.state, email: values.email.trim(), why: undefined } });
  });

  return (
    <AuthSheet title="Sign up" lede="One account to choose, buy and take classes.">
      {matches[0].loaderData.hasGoogle && (
        <Suspense fallback={<div className="auth-google" />}>
          <GoogleButton isAboveForm />
        </Suspense>
      )}
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
          error={errors.password}
          {...checklist}
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
        <AgeField errors={errors} />
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
        <Button type="submit" block busy={isBusy && "Creating account…"}>
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
      {mismatch && <mismatch.MismatchDialog onClose={() => setMismatch(undefined)} />}
    </AuthSheet>
  );
}
