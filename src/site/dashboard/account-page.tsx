import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.tsx";
import { asOrigin } from "../../access/origin.ts";
import { apiQuery } from "../../access/api-query.ts";
import { refreshUser } from "../../access/session.ts";
import { useSession } from "../../access/session-store.ts";
import { useMember } from "../../access/use-guard.ts";
import { identityQuery } from "../../features/school/accounts/pages/account-queries.ts";
import { EmailSection, PasswordSection } from "../../features/school/accounts/pages/login-sections.tsx";
import GuardianSection from "../../features/school/accounts/pages/guardian-section.tsx";
import { ProfileSection } from "../../features/school/accounts/pages/profile-section.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import "../../features/school/accounts/pages/account-page.css";

// Beyond the page's budget, and below its fold.
const SessionsSection = lazyPart(() => import("../../features/school/accounts/pages/sessions-section.tsx"));
const ShownSection = lazyPart(() => import("../../features/studio/gallery/pages/shown-section.tsx"));
const ownData = () => import("../../features/office/privacy/pages/own-data.tsx");
const ExportData = lazyPart(async () => ({ default: (await ownData()).ExportData }));
const DeleteAccount = lazyPart(async () => ({ default: (await ownData()).DeleteAccount }));

export const meta = () => [{ title: "Your account · Senga" }];

export default function AccountPage() {
  const member = useMember();
  const account = useQuery(apiQuery("GET /account"));
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
        // The next token renewal retries.
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
        <div className="stack narrow account">
          <ProfileSection member={member} account={account.data} />
          {needsAge && (
            <section className="panel stack is-roomy" aria-labelledby="age">
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
          <section className="panel stack is-roomy" aria-labelledby="notices">
            <h2 id="notices">Notifications</h2>
            <p>
              Choose <Link to="/dashboard/notifications/choices">what we email you about</Link>, and how
              often. We always send payment and security emails.
            </p>
          </section>
          <Suspense>
            <ShownSection />
            <ExportData email={identity.data.email} hasPassword={identity.data.hasPassword} />
            <DeleteAccount email={identity.data.email} hasPassword={identity.data.hasPassword} />
          </Suspense>
        </div>
      ) : failed ? (
        <LoadFailure onRetry={reload}>We couldn’t load your account. {failed.message}</LoadFailure>
      ) : (
        <ProgressBar label="Loading your account" />
      )}
    </>
  );
}
