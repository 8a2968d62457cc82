import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { apiContext } from "../../web/contexts.ts";
import { breadcrumbs, describePage } from "../../web/page-meta.ts";
import { Portrait } from "../accounts/instructor-grid.tsx";
import { cardFacts } from "../classes/class-card.tsx";
import { ClassGrid } from "../selections/class-grid.tsx";
import type { Route } from "./+types/instructor-page";
import "./instructor-page.css";

const pageSize = 24;

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const { answer: instructor } = await api("GET /instructors/{id}", { params: { id } });
  const { answer: classes, next } = await api("GET /approvedClasses", {
    query: { instructor: id, limit: pageSize, sort: "popular", cursor },
  });
  return { instructor, classes: classes.map(cardFacts), next };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  if (!loaderData) return [];
  const { instructor } = loaderData;
  const path = `/instructors/${instructor._id}`;
  return describePage(origin, {
    title: `${instructor.name} · Senga`,
    description: `${instructor.name} teaches anime and manga drawing on Senga. See the classes and join one.`,
    path,
    things: [
      { "@type": "Person", name: instructor.name, url: `${origin}${path}`, jobTitle: "Drawing instructor" },
      breadcrumbs(origin, ["Instructors", "/instructors"], [instructor.name, path]),
    ],
  });
};

export default function InstructorPage({
  loaderData: { instructor, classes, next },
}: Route.ComponentProps): ReactNode {
  return (
    <div className="wrap page-section">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/instructors">Instructors</Link> / {instructor.name}
      </nav>
      <header className="instructor-head panel">
        <Portrait src={instructor.image} name={instructor.name} eager />
        <div>
          <h1 tabIndex={-1}>{instructor.name}</h1>
          <a href={`mailto:${instructor.email}`}>{instructor.email}</a>
        </div>
      </header>
      <section className="section" aria-labelledby="classes">
        <SectionHeading id="classes">Classes</SectionHeading>
        {classes.length > 0 ? (
          <ClassGrid items={classes} headingLevel="h3" />
        ) : (
          <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
            {instructor.name} has no open class at the moment.
          </EmptyPage>
        )}
        {next && (
          <p className="next-page">
            <ButtonLink to={`?cursor=${next}`} look="quiet" rel="next">
              More classes
            </ButtonLink>
          </p>
        )}
      </section>
    </div>
  );
}
