import type { Answer } from "../../../../access/api-query.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import type { Route } from "./+types/certificate-page";
import { CertificateCheck } from "./certificate-check.tsx";
import { CertificateFiles } from "./certificate-files.tsx";
import { effortWords, longDate, spacedNumber } from "../effort-words.ts";
import "./certificate-page.css";

export type ShownCertificate = Answer<"GET /certificates/{number}">;

export async function loader({ context, params: { number } }: Route.LoaderArgs) {
  const { answer } = await context.get(apiContext)("GET /certificates/{number}", { params: { number } });
  return answer;
}

/** Each visit checks anew, and a name that was hidden must not stay. */
export const headers = () => ({ "cache-control": "no-store" });

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { className, instructorName, number } = loaderData;
  return [
    ...describePage(matches[0].loaderData.origin, {
      title: `Certificate: ${className} · Senga`,
      description: `A certificate for the drawing class ${className}, taught by ${instructorName}, with its check.`,
      path: `/certificates/${number}`,
    }),
    { name: "robots", content: "noindex" },
  ];
};

export default function CertificatePage({ loaderData, matches }: Route.ComponentProps): ReactNode {
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
      <div className={`certificate-facts ${revokedAt === null ? "has-drawing" : ""}`}>
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
      <p className="certificate-number">
        No. <strong>{spacedNumber(number)}</strong>. Curious about the class?{" "}
        <Link to={`/classes?${new URLSearchParams({ q: className })}`}>See what it covers</Link>.
      </p>
    </div>
  );
}
