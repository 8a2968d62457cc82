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
  const taken = revokedAt === null ? "" : ` on ${longDate(new Date(String(revokedAt)))}`;
  return (
    <section
      className={`panel certificate-check ${isValid ? "is-valid" : "is-refused"}`}
      aria-labelledby="check"
    >
      <h2 id="check">
        {isRevoked
          ? "This certificate was taken back"
          : isGenuine
            ? "This certificate is genuine"
            : "Not genuine"}
      </h2>
      <ul role="list">
        <Finding holds={isGenuine}>
          {isGenuine
            ? "The signature fits, and was made with a key that Senga stands behind."
            : "The signature doesn't fit what the certificate says, or its key is no longer Senga's."}
        </Finding>
        <Finding holds={isGenuine}>
          {isGenuine
            ? `Nothing in it was changed since Senga issued it on ${longDate(new Date(String(issuedAt)))}.`
            : "Don't rely on anything that it says."}
        </Finding>
        <Finding holds={!isRevoked}>
          {isRevoked ? `Senga took it back${taken}. It certifies nothing.` : "Senga has not taken it back."}
        </Finding>
      </ul>
      <p>
        Checked just now, <CheckTime at={String(check.checkedAt)} />. <a href={path}>Check again</a>
      </p>
      {isReachable ? (
        <p>
          You needn't take our word for it: any verifier of Open Badges 3.0 checks the badge below against{" "}
          <code>{issuer}</code>.
        </p>
      ) : (
        <p className="certificate-local">
          <strong>Only this computer can check it.</strong> This site runs at a local address, so a stranger's
          software can't read its keys. On a public https address it can.
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
    {at.slice(0, 10)}, {at.slice(11, 16)} UTC
  </time>
);
