import { useLoaderData } from "react-router";
import { siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import { SectionHeading } from "../../ui/heading.tsx";
import { Link } from "../../ui/link.tsx";
import type { Route } from "./+types/policy-page";
import { readPolicy } from "./policies.ts";
import "./policy-page.css";

export const loader = ({ context, pattern }: Route.LoaderArgs) =>
  readPolicy(`/${pattern}`, context.get(siteContext).support.email);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title, description, path } = loaderData;
  return describePage(matches[0].loaderData.origin, { title: `${title} · Senga`, description, path });
};

export default function PolicyPage() {
  const { title, changedOn, inShort, sections, others } = useLoaderData<typeof loader>();
  return (
    <div className="wrap page-section policy">
      <SectionHeading level={1}>{title}</SectionHeading>
      <div className="policy-head">
        <p className="quiet policy-date">
          Dated <time dateTime="2025-05-01">1 May 2025</time>
          {changedOn && (
            <>
              , last changed <time dateTime={changedOn}>{dayInWords(changedOn)}</time>
            </>
          )}
        </p>
        <div className="policy-short">
          <h2>In short</h2>
          <Words html={inShort} />
        </div>
      </div>
      <nav className="panel policy-contents" aria-labelledby="contents">
        <h2 id="contents">On this page</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="policy-text">
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            <Words html={section.html} />
          </section>
        ))}
        <nav aria-label="Our other policies">
          <ul className="cluster policy-others">
            {others.map((other) => (
              <li key={other.path}>
                <Link to={other.path}>{other.title}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

const dayInWords = (day: string): string =>
  new Date(day).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

function Words({ html }: { readonly html: string }) {
  // oxlint-disable-next-line react/no-danger
  return <div className="policy-words" dangerouslySetInnerHTML={{ __html: html }} />;
}
