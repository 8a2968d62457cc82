import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormError } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useForm } from "../../ui/use-form.ts";
import { AgeField, ageFields, checkAge, isTooYoung, readAge } from "./age-field.tsx";
import { AuthSheet } from "./auth-sheet.tsx";
import { useReturnToOrigin } from "./use-return-to-origin.ts";

export const meta = () => [{ title: "One more question · Senga" }, { name: "robots", content: "noindex" }];

/** For who has logged in, by Google or after a sign-up that broke off, and has no record yet. */
export default function AgePage(): ReactNode {
  const [isLoggedOut, setLoggedOut] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();
  useReturnToOrigin();

  useEffect(() => {
    import("../../identity/client.ts")
      .then(({ identity }) => identity.currentUser())
      .then((newcomer) => setLoggedOut(!newcomer))
      .catch(() => {
        // The form asks again.
      });
  }, []);

  const { form, errors, summary, isBusy, failure } = useForm(ageFields, checkAge, async (values) => {
    const [session, { identity }] = await Promise.all([
      import("./session.ts"),
      import("../../identity/client.ts"),
    ]);
    const newcomer = await identity.currentUser();
    if (!newcomer) return setLoggedOut(true);
    try {
      await session.registerRecord(newcomer, readAge(values));
    } catch (error) {
      if (!isTooYoung(error)) throw error;
      // The server has removed the identity: this forgets its cookie.
      await identity.signOut().catch(() => {});
      return navigate("/signup/too-young", { replace: true });
    }
    await session.openSession(newcomer);
    toast("User Logged In Successfully");
  });

  return (
    <AuthSheet title="One more question" lede="Then your account is ready.">
      {isLoggedOut && (
        <p className="auth-notice" role="status">
          <Link to="/login" state={location.state}>
            Log in
          </Link>{" "}
          first, then we'll ask you here.
        </p>
      )}
      <form {...form} className="form">
        <ErrorSummary errors={errors} ref={summary} />
        <AgeField errors={errors} />
        <Button type="submit" block busy={isBusy && "Saving …"}>
          Go on
        </Button>
        <FormError>{failure}</FormError>
      </form>
    </AuthSheet>
  );
}
