import type { ReactNode } from "react";
import { Link } from "react-router";
import { Cover } from "../../ui/cover.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Price, formatAmount } from "../../ui/price.tsx";
import { type PublicApi, apiContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { type CatalogueClass, cardFacts, seatsInWords } from "../../features/classes/class-card.tsx";
import { ClassGrid } from "../../features/selections/class-grid.tsx";
import { SelectOne } from "../../features/selections/select-one.tsx";
import type { Route } from "./+types/class-page";
import { Photo } from "../layout/photo.tsx";
import "./class-page.css";

const others = 3;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { answer: shown } = await api("GET /class/{id}", { params: { id } });
  const popular = { limit: 2 * others, sort: "popular" } as const;
  const [{ answer: theirs }, { answer: alike }, instructor] = await Promise.all([
    api("GET /approvedClasses", { query: { ...popular, instructor: shown.instructorId } }),
    api("GET /approvedClasses", { query: { ...popular, level: shown.level } }),
    findInstructor(api, shown.instructorId),
  ]);
  const more = [...new Map([...theirs, ...alike].map((each) => [each._id, each])).values()]
    .filter(({ _id }) => _id !== shown._id)
    .slice(0, others);
  return {
    shown,
    instructor,
    more: more.map(cardFacts),
    isTheirs: more.every(({ instructorId }) => instructorId === shown.instructorId),
  };
}

/** Undefined when the instructor no longer has a public page. */
async function findInstructor(api: PublicApi, id: string) {
  try {
    const { _id, image } = (await api("GET /instructors/{id}", { params: { id } })).answer;
    return { _id, image };
  } catch (error) {
    if (error instanceof Response && error.status === 404) return undefined;
    throw error;
  }
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

/** A search result shows about 160 characters. */
function firstSentences({ description }: CatalogueClass): string | undefined {
  const text = description.replace(/\s+/g, " ").trim();
  if (text.length <= 160) return text || undefined;
  return `${text.slice(0, 159).replace(/\s\S*$/, "")} …`;
}

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

export default function ClassPage({ loaderData }: Route.ComponentProps): ReactNode {
  return <ClassView {...loaderData} />;
}

export function ClassView({
  shown,
  instructor,
  more,
  isTheirs,
}: Route.ComponentProps["loaderData"]): ReactNode {
  const { className, instructorName, level, description, whatYouWillLearn } = shown;
  return (
    <div className="wrap page-section">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/classes">Classes</Link> / {className}
      </nav>
      <article className="class-page">
        <div className="class-page-head">
          <h1 tabIndex={-1}>{className}</h1>
          <p className="lede">with {instructorName}</p>
        </div>
        <div className="class-page-cover">
          <Cover
            src={shown.image}
            picture={shown.picture}
            title={className}
            sizes="(width <= 1020px) 100vw, 760px"
            eager
          />
        </div>
        <div className="class-page-side">
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
              The seat is yours as soon as your payment goes through. Refundable within 7 days of purchase if
              you've opened less than 20% of the class. <Link to="/refund-policy">Refund Policy</Link>
            </p>
          </aside>
          <section className="class-page-instructor panel" aria-labelledby="instructor">
            <h2 id="instructor">Your instructor</h2>
            <div>
              {instructor && <Photo src={instructor.image} name={instructorName} size={72} />}
              <p>
                {instructor ? (
                  <Link to={`/instructors/${instructor._id}`}>{instructorName}</Link>
                ) : (
                  <strong>{instructorName}</strong>
                )}
                <br />
                <a href={`mailto:${shown.instructorEmail}`}>Ask a question by email</a>
              </p>
            </div>
          </section>
        </div>
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
            <p>{description || "No description yet."}</p>
          </section>
        </div>
      </article>
      {more.length > 0 && (
        <section className="class-page-more" aria-labelledby="more">
          <SectionHeading id="more">
            {isTheirs ? `More by ${instructorName}` : "Classes like this"}
          </SectionHeading>
          <ClassGrid items={more} headingLevel="h3" explains={false} />
        </section>
      )}
    </div>
  );
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
