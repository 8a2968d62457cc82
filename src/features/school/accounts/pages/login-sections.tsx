import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type OwnIdentity, ownIdentity } from "../../../../identity/account-client.ts";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { ErrorSummary, FormError, TextField } from "../../../../ui/field.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { identityQuery, sessionsQuery } from "./account-queries.ts";
import { identity as provider } from "../../../../identity/client.ts";
import { passwordProblem } from "../../../../identity/password-policy.ts";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { refreshUser } from "../../../../access/session.ts";
import { usePasswordChecklist } from "./password-checklist.tsx";

export function EmailSection({ identity }: { readonly identity: OwnIdentity }) {
  const { email, emailVerified, hasPassword, change } = identity;
  return (
    <section className="panel stack is-roomy" aria-labelledby="email-heading">
      <h2 id="email-heading">Email</h2>
      <p>
        <strong>{email}</strong> {emailVerified ? "(confirmed)" : "(not confirmed yet)"}
      </p>
      {change ? (
        <PendingChange oldEmail={email} change={change} />
      ) : hasPassword ? (
        <ChangeEmailForm />
      ) : (
        <p>
          You log in with Google, so this is your Google account’s email. Want a different one here? Set a
          password first, below.
        </p>
      )}
    </section>
  );
}

function ChangeEmailForm() {
  const queryClient = useQueryClient();
  const { form, errors, isBusy, failure } = useForm(
    ["email"],
    ({ email }) => (looksLikeEmail(email) ? {} : { email: emailProblem }),
    async ({ email }) => {
      await ownIdentity.changeEmail(email.trim());
      await queryClient.invalidateQueries({ queryKey: identityQuery.queryKey });
    },
  );
  return (
    <form {...form} className="form">
      <TextField
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        hint="We’ll email both addresses. The change takes effect once you confirm from both."
        error={errors.email}
        required
      />
      <div className="actions account-actions">
        <Button type="submit" look="quiet" busy={isBusy && "Sending…"}>
          Change email
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </form>
  );
}

interface PendingChangeProps {
  readonly oldEmail: string;
  readonly change: NonNullable<OwnIdentity["change"]>;
}

function PendingChange({ oldEmail, change }: PendingChangeProps) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const cancel = async (): Promise<void> => {
    try {
      await ownIdentity.cancelEmailChange();
      await queryClient.invalidateQueries({ queryKey: identityQuery.queryKey });
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  const mailboxes = [
    [change.email, change.isConfirmedByNew],
    [oldEmail, change.isConfirmedByOld],
  ] as const;
  return (
    <div className="stack is-start account-notice">
      <div role="status">
        <p>
          Your email will change to <strong>{change.email}</strong> once you’ve confirmed from both addresses.
          The links we sent work for a day.
        </p>
        <ul>
          {mailboxes.map(([mailbox, isConfirmed]) => (
            <li key={mailbox}>
              {mailbox}: {isConfirmed ? "confirmed" : "not yet"}
            </li>
          ))}
        </ul>
      </div>
      <p>
        Can’t get into one of the two mailboxes? <Link to="/contact-us">Write to us</Link>.
      </p>
      <Button look="quiet" size="small" onClick={() => void cancel()}>
        Cancel the change
      </Button>
      <FormError>{failure}</FormError>
    </div>
  );
}

export function PasswordSection({ identity }: { readonly identity: OwnIdentity }) {
  return (
    <section className="panel stack is-roomy" aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      {identity.hasPassword ? (
        <ChangePasswordForm email={identity.email} />
      ) : (
        <SetByMail email={identity.email} />
      )}
    </section>
  );
}

const fields = ["currentPassword", "newPassword"] as const;
type Values = Record<(typeof fields)[number], string>;

function check({ currentPassword, newPassword }: Values): FieldErrors<keyof Values> {
  const problem = passwordProblem(newPassword);
  return {
    ...(!currentPassword && { currentPassword: "Current password is required" }),
    ...(problem && { newPassword: problem }),
  };
}

function ChangePasswordForm({ email }: { readonly email: string }) {
  const queryClient = useQueryClient();
  const checklist = usePasswordChecklist();
  const [isChanged, setChanged] = useState(false);
  const { form, errors, summary, isBusy, failure } = useForm(
    fields,
    check,
    async ({ currentPassword, newPassword }, page) => {
      setChanged(false);
      await ownIdentity.changePassword(currentPassword, newPassword);
      page.reset();
      checklist.onChange();
      setChanged(true);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      // The tokens of the former session have ended, in this browser too.
      await refreshUser().catch(() => {});
      await queryClient.invalidateQueries({ queryKey: ["media session"] });
    },
  );
  return (
    <form {...form} className="form">
      <ErrorSummary errors={errors} ref={summary} />
      {/* Password managers store the new password under it. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
        required
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        error={errors.newPassword}
        {...checklist}
        required
      />
      <div className="actions account-actions">
        <Button type="submit" look="quiet" busy={isBusy && "Saving…"}>
          Change password
        </Button>
        <span role="status">
          {isChanged && "Your password has changed, and every other device is logged out."}
        </span>
      </div>
      <FormError>{failure}</FormError>
    </form>
  );
}

function SetByMail({ email }: { readonly email: string }) {
  const [isSent, setSent] = useState(false);
  const { form, isBusy, failure } = useForm(
    [],
    () => ({}),
    async () => {
      await provider.sendPasswordReset(email);
      setSent(true);
    },
  );
  return (
    <form {...form} className="form">
      <p>You log in with Google, so you don’t have a password here. We can email you a link to set one.</p>
      <div className="actions account-actions">
        <Button type="submit" look="quiet" busy={isBusy && "Sending…"}>
          Email me the link
        </Button>
        <span role="status">{isSent && `We’ve emailed ${email}. The link works for an hour.`}</span>
      </div>
      <FormError>{failure}</FormError>
    </form>
  );
}
