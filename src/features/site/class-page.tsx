import type { ReactNode } from "react";
import { Link } from "react-router";
import { Cover } from "../../ui/cover.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Price, formatAmount } from "../../ui/price.tsx";
import { apiContext } from "../../web/contexts.ts";
import { breadcrumbs, describePage } from "../../web/page-meta.ts";
import { type CatalogueClass, cardFacts, seatsInWords } from "../classes/class-card.tsx";
import { ClassGrid } from "../selections/class-grid.tsx";
import { SelectOne } from "../selections/select-one.tsx";
import type { Route } from "./+types/class-page";
import "./class-page.css";

/** Other classes by the same instructor: one row. */
const others = 3;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { answer: shown } = await api("GET /class/{id}", { params: { id } });
  const { answer: more } = await api("GET /approvedClasses", {
    query: { instructor: shown.instructorId, limit: others + 1, sort: "popular" },
  });
  return {
    shown,
    more: more
      .filter(({ _id }) => _id !== shown._id)
      .slice(0, others)
      .map(cardFacts),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  if (!loaderData) return [];
  const { shown } = loaderData;
  const path = `/classes/${shown._id}`;
  return describePage(origin, {
    title: `${shown.className} · Senga`,
    description: firstSentences(shown) ?? `A ${shown.level} drawing class with ${shown.instructorName}.`,
    path,
    picture: `/share/class/${shown._id}.png`,
    things: [courseOf(origin, shown), breadcrumbs(origin, ["Classes", "/classes"], [shown.className, path])],
  });
};

/** As much of the description as a search result shows. */
function firstSentences({ description }: CatalogueClass): string | undefined {
  const text = description.replace(/\s+/g, " ").trim();
  if (text.length <= 160) return text || undefined;
  return `${text.slice(0, 159).replace(/\s\S*$/, "")} …`;
}

/** schema.org's Course, with what it costs and how it is held. */
const courseOf = (origin: string, shown: CatalogueClass) => ({
  "@type": "Course",
  name: shown.className,
  description: firstSentences(shown) ?? shown.className,
  url: `${origin}/classes/${shown._id}`,
  image: `${origin}/share/class/${shown._id}.png`,
  educationalLevel: shown.level,
  provider: { "@type": "Organization", name: "Senga", url: origin },
  offers: {
    "@type": "Offer",
    category: "Paid",
    price: formatAmount(shown.price).replaceAll(",", ""),
    priceCurrency: "USD",
    availability: `https://schema.org/${shown.availableSeats > 0 ? "InStock" : "SoldOut"}`,
  },
  hasCourseInstance: {
    "@type": "CourseInstance",
    courseMode: "Online",
    instructor: { "@type": "Person", name: shown.instructorName },
  },
});

export default function ClassPage({ loaderData: { shown, more } }: Route.ComponentProps): ReactNode {
  const { className, instructorId, instructorName, level, description, whatYouWillLearn } = shown;
  return (
    <div className="wrap page-section">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/classes">Classes</Link> / {className}
      </nav>
      <article className="class-page">
        <Cover
          src={shown.image}
          picture={shown.picture}
          title={className}
          sizes="(width <= 1020px) 100vw, 760px"
          eager
        />
        <div className="class-page-head">
          <h1 tabIndex={-1}>{className}</h1>
          <p className="lede">
            with <Link to={`/instructors/${instructorId}`}>{instructorName}</Link>
          </p>
        </div>
        <aside className="class-page-buy panel" aria-label="Join this class">
          <Price amount={shown.price} />
          <ul>
            <li>
              <Icon name="book" />
              {capitalised(level)} level
            </li>
            <li className={shown.availableSeats < 5 ? "is-low" : undefined}>
              <Icon name="chair" />
              {seatsInWords(shown.availableSeats)}
            </li>
          </ul>
          <SelectOne item={shown} />
          <p className="class-page-fine">
            Video lessons step by step, materials to download, a support group and a certificate when you
            finish. Refunds within 7 days while less than 20% has been opened:{" "}
            <Link to="/refund-policy">Refund Policy</Link>
          </p>
        </aside>
        <div className="class-page-text">
          {whatYouWillLearn.length > 0 && (
            <section aria-labelledby="outcomes">
              <h2 id="outcomes">What you will learn</h2>
              <ul className="outcomes">
                {whatYouWillLearn.map((outcome) => (
                  <li key={outcome}>
                    <Icon name="check" />
                    {outcome}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="about">
            <h2 id="about">About this class</h2>
            <p>{description || "The instructor has not described this class yet."}</p>
          </section>
        </div>
      </article>
      {more.length > 0 && (
        <section className="class-page-more" aria-labelledby="more">
          <SectionHeading id="more">More by {instructorName}</SectionHeading>
          <ClassGrid items={more} headingLevel="h3" />
        </section>
      )}
    </div>
  );
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
