import { type ReactNode, useEffect, useRef, useState } from "react";
import { IdentityError, type IdentityUser, identity } from "../../identity/client.ts";
import { signInWithGoogle } from "../../identity/google-popup.ts";
import { Button } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { FormError } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { openSession, registerRecord } from "./session.ts";

interface GoogleButtonProps {
  /** The form that it stands beside comes below it. */
  readonly isAbove?: boolean;
}

/** Sign-in with Google in a popup; shown where the identity provider offers it. */
export default function GoogleButton({ isAbove = false }: GoogleButtonProps): ReactNode {
  const [isOffered, setOffered] = useState<boolean>();
  const [isBusy, setBusy] = useState(false);
  const attempts = useRef(0);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    identity
      .providers()
      .then(({ google }) => setOffered(google))
      .catch(() => {
        // Without an answer the password form is still there.
      });
  }, []);

  const finish = async (user: IdentityUser): Promise<void> => {
    await registerRecord(user);
    await openSession(user);
    toast("User Logged In Successfully");
  };

  const fail = (error: unknown): void => {
    // The window that replaced this one will tell how it ended.
    if (error instanceof IdentityError && error.code === "cancelled-popup-request") return;
    setFailure(failureText(error));
  };

  const signIn = async (): Promise<void> => {
    const attempt = ++attempts.current;
    setFailure(undefined);
    setBusy(true);
    try {
      // The popup opens within the click, or the browser blocks it: nothing may be awaited before.
      const onLateSuccess = (user: IdentityUser) => void finish(user).catch(fail);
      await finish(await signInWithGoogle({ onLateSuccess }));
    } catch (error) {
      fail(error);
    } finally {
      // A window that another one has replaced leaves it to that one.
      if (attempt === attempts.current) setBusy(false);
    }
  };

  // Its place is kept, so that nothing moves when it comes.
  if (isOffered === undefined) return <div className="auth-google" />;
  if (!isOffered) return null;
  return (
    <div className="auth-google">
      {!isAbove && <p className="auth-divider">or</p>}
      {/* Not busy to a second click: that opens a new popup and cancels the first. */}
      <Button look="quiet" block onClick={() => void signIn()}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        Continue with Google
      </Button>
      <p role="status">{isBusy && "Finish in the Google window. Can't see it? Press the button again."}</p>
      <FormError>{failure}</FormError>
      {isAbove && <p className="auth-divider">or</p>}
    </div>
  );
}
