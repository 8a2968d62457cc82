import { useId, useState } from "react";
import { ApiError } from "../../../../http/client.ts";
import { identity } from "../../../../identity/client.ts";
import { signInWithGoogle } from "../../../../identity/google-popup.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { identityApi } from "../../../../access/session.ts";
import { openMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";

interface ExportDataProps {
  readonly email: string;
  readonly hasPassword: boolean;
}

async function download(): Promise<void> {
  const { path } = await identityApi("POST /account/export");
  await openMediaSession();
  // The browser streams it to disk.
  location.assign(path);
}

const isSignInTooOld = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "sign-in-again";

export default function ExportData(props: ExportDataProps) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const begin = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await download();
    } catch (error) {
      if (isSignInTooOld(error)) setAsking(true);
      else setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel stack is-roomy" aria-labelledby="export">
      <h2 id="export">Your data</h2>
      <p>
        All your data in one ZIP: your account, classes, payments, progress, drawings and everything you
        wrote, as JSON files, plus the pictures themselves.
      </p>
      <div>
        <Button look="quiet" busy={isBusy && "Preparing…"} onClick={() => void begin()}>
          Download my data
        </Button>
      </div>
      <FormError>{failure}</FormError>
      {isAsking && <SignInDialog {...props} onClose={() => setAsking(false)} />}
    </section>
  );
}

function SignInDialog({ email, hasPassword, onClose }: ExportDataProps & { readonly onClose: () => void }) {
  const formId = useId();
  const { form, errors, isBusy, failure } = useForm(
    ["password"],
    ({ password }) => ({ ...(hasPassword && !password && { password: "Enter your password" }) }),
    async ({ password }) => {
      await (hasPassword ? identity.signIn({ email, password }) : signInWithGoogle());
      await download();
      onClose();
    },
  );
  return (
    <Dialog
      title="Is this you?"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Preparing…"}>
            {hasPassword ? "Download" : "Confirm with Google and download"}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p>This file has everything we know about you, so we check once more before we hand it over.</p>
      <form {...form} id={formId} className="form">
        {hasPassword && (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            error={errors.password}
            data-initial-focus
          />
        )}
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
