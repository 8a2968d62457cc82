import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary, FormError } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { AgeField, ageFields, checkAge, isTooYoung, readAge } from "./age-field.tsx";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import { originOf } from "../../../../access/origin.ts";
import { useSession } from "../../../../access/session-store.ts";
import { useReturnToOrigin } from "./use-return-to-origin.ts";

export const meta = () => [{ title: "One more question · Senga" }, { name: "robots", content: "noindex" }];

/** For a Google user without a record, and for a person of unknown age. */
export default function AgePage() {
  const [isLoggedOut, setLoggedOut] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();
  const { user, needsAge } = useSession();
  useReturnToOrigin(!needsAge);

  useEffect(() => {
    import("../../../../identity/client.ts")
      .then(({ identity }) => identity.currentUser())
      .then((newcomer) => setLoggedOut(!newcomer))
      .catch(() => {
        // The form asks again.
      });
  }, []);

  const { form, errors, summary, isBusy, failure } = useForm(ageFields, checkAge, async (values) => {
    const [session, { identity }] = await Promise.all([
      import("../../../../access/session.ts"),
      import("../../../../identity/client.ts"),
    ]);
    const newcomer = await identity.currentUser();
    if (!newcomer) return setLoggedOut(true);
    try {
      await session.registerRecord(newcomer, readAge(values));
    } catch (error) {
      if (!isTooYoung(error)) throw error;
      await session.signOut().catch(session.forget);
      return navigate("/signup/too-young", { replace: true });
    }
    if (needsAge) return session.refreshUser();
    await session.openSession(newcomer);
    toast("User Logged In Successfully");
  });

  return (
    <AuthSheet title="One more question" lede={user ? undefined : "Then your account is ready."}>
      {isLoggedOut && (
        <p className="auth-notice" role="status">
          <Link to="/login" state={location.state}>
            Log in
          </Link>{" "}
          first, then come back to this question.
        </p>
      )}
      {user && (
        <p>
          You can take classes without answering. We need your answer before you can see class galleries,
          comment or show your name.
        </p>
      )}
      <form {...form} className="form">
        <ErrorSummary errors={errors} ref={summary} />
        <AgeField errors={errors} />
        <Button type="submit" block busy={isBusy && "Saving…"}>
          Continue
        </Button>
        <FormError>{failure}</FormError>
      </form>
      {user && (
        <p className="auth-other">
          <Link to={originOf(location)} replace>
            Answer later
          </Link>
        </p>
      )}
    </AuthSheet>
  );
}
