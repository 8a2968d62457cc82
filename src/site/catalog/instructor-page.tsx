import type { Answer } from "../../access/api-query.ts";
import { Link } from "../../ui/link.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { apiContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { cardFacts } from "../../features/school/classes/pages/card-facts.ts";
import { Portrait } from "../../features/school/instructors/pages/instructor-grid.tsx";
import { PortfolioStrip } from "../../features/school/instructors/pages/portfolio-strip.tsx";
import { ClassGrid } from "../../features/school/selections/pages/class-grid.tsx";
import type { Route } from "./+types/instructor-page";
import { orFirstPage } from "./first-page.ts";
import "./instructor-page.css";

type Instructor = Answer<"GET /instructors/{id}">;

const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

function countsInWords({ classCount, studentCount }: Instructor): string {
  const parts = [
    classCount > 0 && counted(classCount, "class", "classes"),
    studentCount > 0 && counted(studentCount, "student", "students"),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" · ") : "New on Senga";
}

const order = ["beginner", "intermediate", "advanced"] as const;

function levelsInWords(levels: Instructor["levels"]): string | undefined {
  const words = order.filter((level) => levels.includes(level));
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  if (words.length === order.length) return "All levels";
  const all = [first, ...rest].join(" and ");
  return `${all.slice(0, 1).toUpperCase()}${all.slice(1)} level`;
}

function personThing(origin: string, instructor: Instructor): object {
  const { _id, name, image, headline, bio, links, teaches } = instructor;
  const about = bio || headline;
  return {
    "@type": "Person",
    name,
    url: `${origin}/instructors/${_id}`,
    image: image.startsWith("/") ? `${origin}${image}` : image,
    jobTitle: "Drawing instructor",
    ...(about && { description: about }),
    ...(links.length > 0 && { sameAs: links.map(({ url }) => url) }),
    ...(teaches.length > 0 && { knowsAbout: teaches }),
  };
}

const pageSize = 24;

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const address = new URL(url);
  const cursor = address.searchParams.get("cursor") ?? undefined;
  const { answer: instructor } = await api("GET /instructors/{id}", { params: { id } });
  const { answer: classes, next } = await orFirstPage(address, () =>
    api("GET /approvedClasses", { query: { instructor: id, limit: pageSize, sort: "popular", cursor } }),
  );
  return { instructor, classes: classes.map(cardFacts), next };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  if (!loaderData) return [];
  const { instructor } = loaderData;
  const path = `/instructors/${instructor._id}`;
  return describePage(origin, {
    title: `${instructor.name} · Senga`,
    description:
      instructor.headline ||
      `${instructor.name} teaches anime and manga drawing on Senga. See the classes and join one.`,
    path,
    things: [
      personThing(origin, instructor),
      breadcrumbs(origin, ["Instructors", "/instructors"], [instructor.name, path]),
    ],
  });
};

export default function InstructorPage({ loaderData: { instructor, classes, next } }: Route.ComponentProps) {
  const { name, headline, bio, links, email, portfolio } = instructor;
  const levels = levelsInWords(instructor.levels);
  return (
    <div className="wrap page-section">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/instructors">Instructors</Link> / {name}
      </nav>
      <header className="instructor-head panel">
        <Portrait src={instructor.image} name={name} eager />
        <div className="instructor-name">
          <h1 tabIndex={-1}>{name}</h1>
          {headline && <p className="lede">{headline}</p>}
          <p className="instructor-counts">
            {countsInWords(instructor)}
            {levels && <span>{levels}</span>}
          </p>
        </div>
        <div className="instructor-words">
          {bio && (
            <p dir="auto" className="instructor-bio">
              {bio}
            </p>
          )}
          <ul role="list" className="cluster instructor-links" aria-label={`Where to find ${name}`}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="noopener noreferrer nofollow ugc external">
                  {label}
                </a>
              </li>
            ))}
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          </ul>
        </div>
      </header>
      {portfolio.length > 0 && (
        <section className="section" aria-labelledby="portfolio">
          <SectionHeading id="portfolio">Portfolio</SectionHeading>
          <PortfolioStrip pictures={portfolio} />
        </section>
      )}
      <section className="section" aria-labelledby="classes">
        <SectionHeading id="classes">Classes</SectionHeading>
        {classes.length > 0 ? (
          <ClassGrid items={classes} headingLevel="h3" />
        ) : (
          <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
            {name} has no classes open right now.
          </EmptyPage>
        )}
        {next && (
          <p className="cluster page-links">
            <ButtonLink to={`?cursor=${next}`} look="quiet" rel="next">
              More classes
            </ButtonLink>
          </p>
        )}
      </section>
    </div>
  );
}
