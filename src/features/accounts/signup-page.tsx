import { type ReactNode, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { passwordProblem } from "../../identity/password-policy.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, SuccessDialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormError, PasswordField, TextField } from "../../ui/field.tsx";
import { type FieldErrors, useForm } from "../../ui/use-form.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/signup-page";
import { AuthSheet } from "./auth-sheet.tsx";
import { PasswordChecklist } from "./password-checklist.tsx";
import { isPictureAddress } from "./policy.ts";
import { PortraitPicker } from "./portrait-picker.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Sign up · Senga",
    description: "One account to choose anime and manga drawing classes, pay for them and learn.",
    path: "/signup",
  });

const fields = ["name", "email", "password", "confirm", "photo"] as const;
type Field = (typeof fields)[number];

/** Section 5's rules. That both passwords agree is asked for only when all else is right: it has a dialog of its own. */
function check({ name, email, password, confirm, photo }: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (!name.trim()) errors.name = "Name is required";
  if (!email.trim()) errors.email = "Email is required";
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
    errors.email = "Enter an email address with a name, an @ and a domain";
  }
  const problem = passwordProblem(password);
  if (problem) errors.password = problem;
  if (!confirm) errors.confirm = "Confirm Password is required";
  if (!photo.trim()) errors.photo = "PhotoURL is Required";
  else if (!isPictureAddress(photo.trim()))
    errors.photo = "Enter the address of a picture, beginning with https://";
  return errors;
}

export default function SignupPage(): ReactNode {
  const navigate = useNavigate();
  const location = useLocation();
  const [password, setPassword] = useState("");
  const [photo, setPhoto] = useState("");
  const [notice, setNotice] = useState<"created" | "mismatch">();

  const { form, errors, summary, isBusy, failure } = useForm(fields, check, async (values) => {
    if (values.password !== values.confirm) {
      setNotice("mismatch");
      return;
    }
    const [name, email, photoURL] = [values.name.trim(), values.email.trim(), values.photo.trim()];
    const { signUp } = await import("./sign-up.ts");
    await signUp({ name, email, password: values.password, photoURL });
    setNotice("created");
  });

  return (
    <AuthSheet title="Sign up" lede="One account to choose classes, pay for them and learn.">
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
        <TextField
          label="Photo URL"
          name="photo"
          type="url"
          inputMode="url"
          autoComplete="photo"
          hint={<PortraitPicker chosen={photo} onChoose={setPhoto} />}
          error={errors.photo}
          value={photo}
          onChange={(event) => setPhoto(event.currentTarget.value)}
          required
        />
        <Button type="submit" block busy={isBusy && "Creating your account …"}>
          Create account
        </Button>
        <FormError>{failure}</FormError>
      </form>
      <p className="auth-other">
        You have an account?{" "}
        <Link to="/login" state={location.state}>
          Login
        </Link>
      </p>
      {notice === "mismatch" && (
        <Dialog
          title="confrim password didn't match"
          onClose={() => setNotice(undefined)}
          actions={<Button onClick={() => setNotice(undefined)}>OK</Button>}
        />
      )}
      {notice === "created" && (
        <SuccessDialog
          title="User Created Successfully"
          onClose={() => void navigate("/login", { state: location.state })}
        >
          Login with your e-mail and password. We have also mailed you a link that confirms your address.
        </SuccessDialog>
      )}
    </AuthSheet>
  );
}
