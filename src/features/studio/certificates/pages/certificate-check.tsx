import type { ReactNode } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import type { ShownCertificate } from "./certificate-page.tsx";
import { longDate } from "../effort-words.ts";

interface CertificateCheckProps {
  readonly certificate: ShownCertificate;
  readonly path: string;
}

export function CertificateCheck({ certificate, path }: CertificateCheckProps): ReactNode {
  const { check, isReachable, issuedAt, issuer, revokedAt } = certificate;
  const { isGenuine, isRevoked } = check;
  const isValid = isGenuine && !isRevoked;
  const revokedOn = revokedAt === null ? "" : ` on ${longDate(new Date(String(revokedAt)))}`;
  return (
    <section
      className={`panel certificate-check ${isValid ? "is-valid" : "is-refused"}`}
      aria-labelledby="check"
    >
      <h2 id="check">
        {isRevoked
          ? "This certificate was revoked"
          : isGenuine
            ? "This certificate is genuine"
            : "Not genuine"}
      </h2>
      <ul role="list">
        <Finding holds={isGenuine}>
          {isGenuine
            ? "The signature is valid and was made with Senga’s key."
            : "The signature doesn’t match this certificate, or its key is no longer Senga’s."}
        </Finding>
        <Finding holds={isGenuine}>
          {isGenuine
            ? `Nothing has changed since Senga issued it on ${longDate(new Date(String(issuedAt)))}.`
            : "Don’t rely on anything it says."}
        </Finding>
        <Finding holds={!isRevoked}>
          {isRevoked ? `Senga revoked it${revokedOn}. It’s no longer valid.` : "It hasn’t been revoked."}
        </Finding>
      </ul>
      <p>
        Checked just now, <CheckTime at={String(check.checkedAt)} />. <a href={path}>Check again</a>
      </p>
      {isReachable ? (
        <p>
          You don’t have to take our word for it: any Open Badges 3.0 verifier can check the badge below
          against <code>{issuer}</code>.
        </p>
      ) : (
        <p className="certificate-local">
          <strong>This is a test site: other software can’t verify this certificate yet.</strong> Once the
          site runs at a public https address, it can.
        </p>
      )}
    </section>
  );
}

function Finding({ holds, children }: { readonly holds: boolean; readonly children: ReactNode }): ReactNode {
  return (
    <li>
      <Icon name={holds ? "check" : "close"} className={`icon ${holds ? "is-good" : "is-bad"}`} />
      <span>{children}</span>
    </li>
  );
}

const CheckTime = ({ at }: { readonly at: string }): ReactNode => (
  <time dateTime={at}>
    {longDate(new Date(at))}, {at.slice(11, 16)} UTC
  </time>
);
