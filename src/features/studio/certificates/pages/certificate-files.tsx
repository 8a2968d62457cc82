import type { ReactNode } from "react";
import type { ShownCertificate } from "./certificate-page.tsx";

interface CertificateFilesProps {
  readonly certificate: ShownCertificate;
  readonly path: string;
  readonly origin: string;
}

export function CertificateFiles({ certificate, path, origin }: CertificateFilesProps): ReactNode {
  const { isReachable, number, revokedAt } = certificate;
  return (
    <section className="panel" aria-labelledby="files">
      <h2 id="files">Download</h2>
      <ul role="list" className="certificate-files">
        {revokedAt === null && (
          <>
            <File href={`${path}/certificate.pdf`} label="PDF">
              A4, prints sharp at any size; badge attached.
            </File>
            <File href={`${path}/certificate.svg`} name={`senga-${number}.svg`} label="Picture">
              SVG, with the badge inside.
            </File>
          </>
        )}
        <File href={`${path}/credential.jwt`} label="Badge">
          Open Badge 3.0 (JWT), for wallets and verifiers.
        </File>
      </ul>
      {revokedAt === null && isReachable && (
        <p>
          <a className="button is-small" href={linkedInUrl(certificate, `${origin}${path}`)} rel="noreferrer">
            Add to LinkedIn
          </a>
        </p>
      )}
    </section>
  );
}

interface FileProps {
  readonly href: string;
  readonly label: string;
  /** Where the server names none. */
  readonly name?: string;
  readonly children: ReactNode;
}

const File = ({ href, label, name, children }: FileProps): ReactNode => (
  <li>
    <a href={href} download={name ?? true}>
      {label}
    </a>{" "}
    {children}
  </li>
);

/** https://addtoprofile.linkedin.com */
function linkedInUrl({ className, finishedAt, number }: ShownCertificate, url: string): string {
  const finished = new Date(String(finishedAt));
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: className,
    organizationName: "Senga",
    issueYear: String(finished.getUTCFullYear()),
    issueMonth: String(finished.getUTCMonth() + 1),
    certUrl: url,
    certId: number,
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
