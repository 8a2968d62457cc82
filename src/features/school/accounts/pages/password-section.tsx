import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type OwnIdentity, ownIdentity } from "../../../../identity/account-client.ts";
import { identity as provider } from "../../../../identity/client.ts";
import { passwordProblem } from "../../../../identity/password-policy.ts";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary, FormError } from "../../../../ui/field.tsx";
import { PasswordField } from "../../../../ui/password-field.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { refreshUser } from "../../../../access/session.ts";
import { PasswordChecklist } from "./password-checklist.tsx";
import { sessionsQuery } from "./account-queries.ts";

export function PasswordSection({ identity }: { readonly identity: OwnIdentity }): ReactNode {
  return (
    <section className="panel" aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      {identity.hasPassword ? <ChangeForm email={identity.email} /> : <SetByMail email={identity.email} />}
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

function ChangeForm({ email }: { readonly email: string }): ReactNode {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const [isChanged, setChanged] = useState(false);
  const { form, errors, summary, isBusy, failure } = useForm(
    fields,
    check,
    async ({ currentPassword, newPassword }, page) => {
      setChanged(false);
      await ownIdentity.changePassword(currentPassword, newPassword);
      page.reset();
      setTyped("");
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
        hint={<PasswordChecklist password={typed} />}
        error={errors.newPassword}
        onChange={(event) => setTyped(event.currentTarget.value)}
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

function SetByMail({ email }: { readonly email: string }): ReactNode {
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
