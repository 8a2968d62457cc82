import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { IdentityError, type IdentityUser } from "../../../../identity/client.ts";
import { signInWithGoogle } from "../../../../identity/google-popup.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { FormError } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { identityApi, openSession } from "../../../../access/session.ts";

interface GoogleButtonProps {
  readonly isAboveForm?: boolean;
}

export default function GoogleButton({ isAboveForm = false }: GoogleButtonProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const attempts = useRef(0);
  const [failure, setFailure] = useState<string>();

  const finish = async (user: IdentityUser): Promise<void> => {
    const { isRegistered } = await identityApi("GET /registration");
    if (!isRegistered) return navigate("/signup/age", { state });
    await openSession(user);
    toast("User Logged In Successfully");
  };

  const fail = (error: unknown): void => {
    // A newer popup reports its own result.
    if (error instanceof IdentityError && error.code === "cancelled-popup-request") return;
    setFailure(failureText(error));
  };

  const signIn = async (): Promise<void> => {
    const attempt = ++attempts.current;
    setFailure(undefined);
    setBusy(true);
    try {
      // Browsers block a popup that opens after an await.
      const onLateSuccess = (user: IdentityUser) => void finish(user).catch(fail);
      await finish(await signInWithGoogle({ onLateSuccess }));
    } catch (error) {
      fail(error);
    } finally {
      if (attempt === attempts.current) setBusy(false);
    }
  };

  return (
    <div className="auth-google">
      {!isAboveForm && <p className="row auth-divider">or</p>}
      {/* Stays enabled: a second click cancels the first popup. */}
      <Button look="quiet" block onClick={() => void signIn()}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        Continue with Google
      </Button>
      <p role="status">{isBusy && "Finish in the Google window. Can’t see it? Press the button again."}</p>
      <FormError>{failure}</FormError>
      {isAboveForm && <p className="row auth-divider">or</p>}
    </div>
  );
}
