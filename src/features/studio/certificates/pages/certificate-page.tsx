import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../access/api-query.ts";
import { apiContext } from "../../../../pages/contexts.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { effortWords, longDate, spacedNumber } from "../policy.ts";
import type { Route } from "./+types/certificate-page";
import "./certificate-page.css";

export type ShownCertificate = Answer<"GET /certificates/{number}">;

export async function loader({ context, params: { number } }: Route.LoaderArgs) {
  const { answer } = await context.get(apiContext)("GET /certificates/{number}", { params: { number } });
  return answer;
}

/** Each visit checks again, and a hidden name must not stay. */
export const headers = () => ({ "cache-control": "no-store" });

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { className, instructorName, number } = loaderData;
  return [
    ...describePage(matches[0].loaderData.origin, {
      title: `Certificate: ${className} · Senga`,
      description: `A certificate for the drawing class ${className}, taught by ${instructorName}. Check that it’s genuine.`,
      path: `/certificates/${number}`,
    }),
    { name: "robots", content: "noindex" },
  ];
};

export default function CertificatePage({ loaderData, matches }: Route.ComponentProps) {
  const { className, instructorName, name, number, effort, finishedAt, revokedAt } = loaderData;
  const finished = longDate(new Date(String(finishedAt)));
  const path = `/certificates/${number}`;
  return (
    <div className="wrap page-section certificate">
      <header>
        <p className="certificate-kind">Certificate of completion</p>
        <h1 tabIndex={-1}>{className}</h1>
        <p className="lede">
          {name === null ? "A Senga student" : name} finished this class, taught by {instructorName}, on{" "}
          {finished}.
        </p>
      </header>
      <div className={`columns certificate-facts ${revokedAt === null ? "has-drawing" : ""}`}>
        {revokedAt === null && (
          <img
            className="certificate-drawing"
            src={`${path}/certificate.svg`}
            width="1400"
            height="990"
            alt={`The certificate, drawn as a manga page: a portrait in pencil, in ink and finished, beside ${
              name === null ? "an empty line for the name" : `the name ${name}`
            } and the class ${className}`}
          />
        )}
        <CertificateCheck certificate={loaderData} path={path} />
        <section className="panel certificate-effort" aria-labelledby="effort">
          <h2 id="effort">The work behind it</h2>
          <ul role="list">
            {effortWords(effort).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p>Recorded by Senga during the class.</p>
        </section>
        <CertificateFiles certificate={loaderData} path={path} origin={matches[0].loaderData.origin} />
      </div>
      <p className="quiet">
        No. <strong>{spacedNumber(number)}</strong>. Curious about the class?{" "}
        <Link to={`/classes?${new URLSearchParams({ q: className })}`}>See what it covers</Link>.
      </p>
    </div>
  );
}

interface CertificateCheckProps {
  readonly certificate: ShownCertificate;
  readonly path: string;
}

function CertificateCheck({ certificate, path }: CertificateCheckProps) {
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
      <ul role="list" className="ticks">
        <Finding isMet={isGenuine}>
          {isGenuine
            ? "The signature is valid and was made with Senga’s key."
            : "The signature doesn’t match this certificate, or its key is no longer Senga’s."}
        </Finding>
        <Finding isMet={isGenuine}>
          {isGenuine
            ? `Nothing has changed since Senga issued it on ${longDate(new Date(String(issuedAt)))}.`
            : "Don’t rely on anything it says."}
        </Finding>
        <Finding isMet={!isRevoked}>
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

function Finding({ isMet, children }: { readonly isMet: boolean; readonly children: ReactNode }) {
  return (
    <li>
      <Icon name={isMet ? "check" : "close"} className={`icon ${isMet ? "is-good" : "is-bad"}`} />
      <span>{children}</span>
    </li>
  );
}

const CheckTime = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>
    {longDate(new Date(at))}, {at.slice(11, 16)} UTC
  </time>
);

interface CertificateFilesProps {
  readonly certificate: ShownCertificate;
  readonly path: string;
  readonly origin: string;
}

function CertificateFiles({ certificate, path, origin }: CertificateFilesProps) {
  const { isReachable, number, revokedAt } = certificate;
  return (
    <section className="panel" aria-labelledby="files">
      <h2 id="files">Download</h2>
      <ul role="list">
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
  readonly name?: string;
  readonly children: ReactNode;
}

const File = ({ href, label, name, children }: FileProps) => (
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
