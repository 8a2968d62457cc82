import { useState, useRef } from "react";
import { ApiError } from "../../../../http/client.ts";
import { identity } from "../../../../identity/client.ts";
import { signInWithGoogle } from "../../../../identity/google-popup.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { identityApi, forget } from "../../../../access/session.ts";
import { openMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";

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

export function ExportData(props: ExportDataProps) {
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
  const form = useForm(
    ["password"],
    ({ password }) => ({ ...(hasPassword && !password && { password: "Enter your password" }) }),
    async ({ password }) => {
      await (hasPassword ? identity.signIn({ email, password }) : signInWithGoogle({ confirm: "yes" }));
      await download();
      onClose();
    },
  );
  return (
    <FormDialog
      title="Is this you?"
      onClose={onClose}
      form={form}
      submitLabel={hasPassword ? "Download" : "Confirm with Google and download"}
      busyLabel="Preparing…"
      intro={<p>This file has everything we know about you, so we check once more before we hand it over.</p>}
    >
      {hasPassword && (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          error={form.errors.password}
          data-initial-focus
        />
      )}
    </FormDialog>
  );
}

type Obstacle = Answer<"GET /account/deletion">["obstacles"][number];

interface DeleteAccountProps {
  readonly email: string;
  readonly hasPassword: boolean;
}

export function DeleteAccount({ email, hasPassword }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(apiQuery("GET /account/deletion"));
  // During an upgrade, the version before may have answered.
  const requests: readonly string[] | undefined = data?.refundRequests;
  return (
    <section className="panel stack is-roomy" aria-labelledby="deletion">
      <h2 id="deletion">Delete your account</h2>
      <p>
        We’ll delete your name, email address, photo, drawings, comments and progress for good, and you’ll
        lose access to your classes. We keep payment amounts, classes and dates for our books, without your
        name. Critiques you wrote and admin decisions also stay, without your name.
      </p>
      {requests?.map((className) => (
        <p key={className}>
          Your refund request for {className} will be deleted with your account. If you want your money back,
          wait for our answer first.
        </p>
      ))}
      {error && <LoadFailure onRetry={() => void refetch()}>{error.message}</LoadFailure>}
      {data && data.obstacles.length > 0 && (
        <>
          <p>
            <strong>Before we can delete it:</strong>
          </p>
          <ul role="list">
            {data.obstacles.map((obstacle) => (
              <li key={obstacle.kind + obstacle.name}>
                <ObstacleText obstacle={obstacle} />
              </li>
            ))}
          </ul>
        </>
      )}
      {data?.obstacles.length === 0 && (
        <div>
          <Button look="quiet" onClick={() => setOpen(true)}>
            Delete my account…
          </Button>
        </div>
      )}
      {isOpen && (
        <DeleteDialog
          email={email}
          hasPassword={hasPassword}
          onClose={() => {
            setOpen(false);
            void refetch();
          }}
        />
      )}
    </section>
  );
}

function ObstacleText({ obstacle: { kind, name } }: { readonly obstacle: Obstacle }) {
  switch (kind) {
    case "admin":
      return "You’re an admin. Ask another admin to make you a student first.";
    case "payment":
      return (
        <>
          Your payment for {name} isn’t settled yet. See{" "}
          <Link to="/dashboard/payment-history">Payment History</Link>; most are settled within minutes.
        </>
      );
    case "class":
      return (
        <>
          Students are enrolled in {name}. <Link to="/contact-us">Ask the school</Link> to give the class a
          new instructor.
        </>
      );
  }
}

function DeleteDialog({
  email,
  hasPassword,
  onClose,
}: DeleteAccountProps & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const step = useRef<"asking" | "kept" | "deleting">("asking");
  const close = (): void => {
    if (step.current === "deleting") return;
    step.current = "kept";
    onClose();
  };
  const form = useForm(
    ["confirmation", "password"],
    ({ confirmation, password }) => ({
      ...(confirmation.trim().toLowerCase() !== email && { confirmation: `Type ${email}` }),
      ...(hasPassword && !password && { password: "Enter your password" }),
    }),
    async ({ confirmation, password }) => {
      await (hasPassword ? identity.signIn({ email, password }) : signInWithGoogle({ confirm: "yes" }));
      if (step.current === "kept") return;
      step.current = "deleting";
      try {
        await identityApi("POST /account/deletion", { body: { email: confirmation } });
      } catch (error) {
        step.current = "asking";
        throw error;
      }
      forget();
      void navigate("/");
      toast("Your account has been deleted. Goodbye, and keep drawing.");
    },
  );
  return (
    <FormDialog
      title="Delete your account?"
      onClose={close}
      closesWhileBusy
      closeLabel="Keep it"
      form={form}
      submitLabel={hasPassword ? "Delete my account" : "Confirm with Google and delete"}
      busyLabel="Deleting…"
      intro={<p>This can’t be undone. Download your data first if you want to keep it.</p>}
    >
      <TextField
        label="Your email address"
        name="confirmation"
        type="email"
        autoComplete="off"
        hint={`Type ${email} to confirm.`}
        error={form.errors.confirmation}
        data-initial-focus
      />
      {hasPassword && (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          error={form.errors.password}
        />
      )}
    </FormDialog>
  );
}
