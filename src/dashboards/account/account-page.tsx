import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.ts";
import { asOrigin } from "../../features/accounts/origin.ts";
import { refreshUser } from "../../features/accounts/session.ts";
import { useSession } from "../../features/accounts/session-store.ts";
import { type Member, useGuard } from "../../features/accounts/use-guard.ts";
import { accountQuery, identityQuery } from "./account-queries.ts";
import { EmailSection } from "./email-section.tsx";
import GuardianSection from "./guardian-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import "./account-page.css";

// Beyond the page's budget, and below its fold.
const SessionsSection = lazyPart(() => import("./sessions-section.tsx"));
const ShownSection = lazyPart(() => import("./shown-section.tsx"));
const ExportData = lazyPart(() => import("./export-data.tsx"));
const DeleteAccount = lazyPart(() => import("./delete-account.tsx"));

export const meta = () => [{ title: "Your account · Senga" }];

export default function AccountPage(): ReactNode {
  const member = useGuard();
  return member && <OpenAccount member={member} />;
}

function OpenAccount({ member }: { readonly member: Member }): ReactNode {
  const account = useQuery(accountQuery);
  const { needsAge } = useSession();
  const location = useLocation();
  const identity = useQuery(identityQuery);
  const email = identity.data?.email;
  const isElsewhereChanged = email !== undefined && email !== member.user.email;

  useEffect(() => {
    if (!isElsewhereChanged) return;
    refreshUser()
      .then(() => toast("Your email has changed."))
      .catch(() => {
        // The next renewal of the token asks again.
      });
  }, [isElsewhereChanged]);

  const failed = account.error ?? identity.error;
  const reload = (): void => {
    void account.refetch();
    void identity.refetch();
  };
  return (
    <>
      <h1 tabIndex={-1}>Your account</h1>
      {account.data && identity.data ? (
        <div className="account">
          <ProfileSection member={member} account={account.data} />
          {needsAge && (
            <section className="panel" aria-labelledby="age">
              <h2 id="age">Your age</h2>
              <p>
                To see class galleries, write comments and show your name,{" "}
                <Link to="/signup/age" state={asOrigin(location)}>
                  tell us whether you’re 18 or older
                </Link>
                .
              </p>
            </section>
          )}
          {account.data.guardian && <GuardianSection guardian={account.data.guardian} />}
          <EmailSection identity={identity.data} />
          <PasswordSection identity={identity.data} />
          <Suspense>
            <SessionsSection />
          </Suspense>
          <section className="panel" aria-labelledby="notices">
            <h2 id="notices">Notifications</h2>
            <p>
              Choose <Link to="/dashboard/notifications/choices">what we email you about</Link>, and how
              often. Emails about payments and the safety of your account always come.
            </p>
          </section>
          <Suspense>
            <ShownSection email={identity.data.email} />
            <ExportData email={identity.data.email} hasPassword={identity.data.hasPassword} />
            <DeleteAccount email={identity.data.email} hasPassword={identity.data.hasPassword} />
          </Suspense>
        </div>
      ) : failed ? (
        <LoadFailure onRetry={reload}>We couldn't load your account. {failed.message}</LoadFailure>
      ) : (
        <ProgressBar label="Loading your account" />
      )}
    </>
  );
}
