import { type ReactNode, useEffect, useState } from "react";
import { identity } from "../../identity/client.ts";
import { signInWithGoogle } from "../../identity/google-popup.ts";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshSession, registerRecord } from "./session.ts";

/** Sign-in with Google in a popup; shown where the identity provider offers it. */
export function GoogleButton(): ReactNode {
  const [isOffered, setOffered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    identity
      .providers()
      .then(({ google }) => setOffered(google))
      .catch(() => {
        // Without an answer the password form is still there.
      });
  }, []);

  const finish = async (): Promise<void> => {
    const user = await identity.currentUser();
    if (!user) return;
    await registerRecord(user);
    await refreshSession();
    toast("User Logged In Successfully");
  };

  const signIn = async (): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      // The popup opens within the click, or the browser blocks it: nothing may be awaited before.
      await signInWithGoogle({ onLateSuccess: () => void finish() });
      await finish();
    } catch (error) {
      const isReplaced = error instanceof Error && "code" in error && error.code === "cancelled-popup-request";
      if (!isReplaced) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  if (!isOffered) return null;
  return (
    <>
      <p className="auth-divider">or</p>
      {/* Not busy to a second click: that opens a new popup and cancels the first. */}
      <Button look="quiet" block onClick={() => void signIn()}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        Continue with Google
      </Button>
      <FormError>{failure}</FormError>
    </>
  );
}
