import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type OwnIdentity, ownIdentity } from "../../../../identity/account-client.ts";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { identityQuery } from "./account-queries.ts";

export function EmailSection({ identity }: { readonly identity: OwnIdentity }): ReactNode {
  const { email, emailVerified, hasPassword, change } = identity;
  return (
    <section className="panel" aria-labelledby="email-heading">
      <h2 id="email-heading">Email</h2>
      <p>
        <strong>{email}</strong> {emailVerified ? "(confirmed)" : "(not confirmed yet)"}
      </p>
      {change ? (
        <PendingChange oldEmail={email} change={change} />
      ) : hasPassword ? (
        <ChangeForm />
      ) : (
        <p>
          You log in with Google, so this is your Google account’s email. Want a different one here? Set a
          password first, below.
        </p>
      )}
    </section>
  );
}

function ChangeForm(): ReactNode {
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

function PendingChange({ oldEmail, change }: PendingChangeProps): ReactNode {
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
