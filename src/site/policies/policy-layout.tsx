import { type ReactElement, type ReactNode, isValidElement } from "react";
import { useLoaderData } from "react-router";
import { Link } from "../../ui/link.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import "./policy-layout.css";

export type Words = string | ReactElement;
type Block =
  | Words
  | { readonly list: readonly Words[] }
  | { readonly facts: readonly (readonly [name: string, words: Words])[] };

export interface Policy {
  readonly title: string;
  /** ISO 8601, where it is no longer the first version. */
  readonly changedOn?: string;
  readonly inShort: readonly Words[];
  readonly sections: readonly { readonly title: string; readonly body: readonly Block[] }[];
}

const policies = [
  ["/terms-and-conditions", "Terms and Conditions"],
  ["/privacy-policy", "Privacy Policy"],
  ["/refund-policy", "Refund Policy"],
  ["/disclaimer", "Disclaimer"],
] as const;

export function PolicyLayout({ policy }: { readonly policy: Policy }): ReactNode {
  const sections = policy.sections.map((section, index) => ({
    ...section,
    id: idOf(section.title),
    title: `${index + 1}. ${section.title}`,
  }));
  return (
    <div className="wrap page-section policy">
      <SectionHeading level={1}>{policy.title}</SectionHeading>
      <div className="policy-head">
        <p className="policy-date">
          Dated <time dateTime="2025-05-01">1 May 2025</time>
          {policy.changedOn && (
            <>
              , last changed <time dateTime={policy.changedOn}>{dayInWords(policy.changedOn)}</time>
            </>
          )}
        </p>
        <div className="policy-short">
          <h2>In short</h2>
          <List items={policy.inShort} />
        </div>
      </div>
      <nav className="policy-contents" aria-labelledby="contents">
        <h2 id="contents">On this page</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="policy-text">
        {sections.map(({ id, title, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {body.map((block, index) => (
              // Static text never reorders.
              // oxlint-disable-next-line react/no-array-index-key
              <BlockOfWords key={index} block={block} />
            ))}
          </section>
        ))}
        <nav aria-label="Our other policies">
          <ul className="policy-others">
            {policies
              .filter(([, title]) => title !== policy.title)
              .map(([path, title]) => (
                <li key={path}>
                  <Link to={path}>{title}</Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

/** "22 November 2026". */
const dayInWords = (day: string): string =>
  new Date(day).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

function BlockOfWords({ block }: { readonly block: Block }): ReactNode {
  if (typeof block === "string" || isValidElement(block)) return <p>{block}</p>;
  if ("list" in block) return <List items={block.list} />;
  return (
    <dl>
      {block.facts.map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function List({ items }: { readonly items: readonly Words[] }): ReactNode {
  return (
    <ul role="list" className="policy-list">
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

export function SupportMail({ query = "" }: { readonly query?: string }): ReactNode {
  const { email } = useLoaderData<{ email: string }>();
  return <a href={`mailto:${email}${query}`}>{email}</a>;
}

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
