import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { apiContext } from "../../web/contexts.ts";
import { InstructorGrid } from "../accounts/instructor-grid.tsx";
import { ClassGrid } from "../selections/class-grid.tsx";
import type { Route } from "./+types/home-page";
import { Hero } from "./hero.tsx";

/** Section 9: popular classes shown, and popular instructors. */
const popular = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [classes, instructors] = await Promise.all([
    api("GET /approvedClasses", { query: { sort: "popular", limit: popular } }),
    api("GET /instructors", { query: { limit: popular } }),
  ]);
  return { classes: classes.answer, instructors: instructors.answer };
}

export const meta: Route.MetaFunction = () => [
  { title: "Senga Gallery" },
  {
    name: "description",
    content:
      "Anime and manga drawing classes taught by the people who ink them: from first line to finished page.",
  },
];

export default function HomePage({ loaderData: { classes, instructors } }: Route.ComponentProps): ReactNode {
  return (
    <>
      <Hero />
      <section className="wrap section" aria-labelledby="popular-classes">
        <SectionHeading
          id="popular-classes"
          aside={
            <ButtonLink to="/classes" look="quiet" size="small">
              All classes
            </ButtonLink>
          }
        >
          Popular Classes
        </SectionHeading>
        {classes.length > 0 ? (
          <ClassGrid items={classes} headingLevel="h3" />
        ) : (
          <ProgressBar label="Waiting for classes" />
        )}
      </section>
      <section className="wrap section" aria-labelledby="popular-instructors">
        <SectionHeading
          id="popular-instructors"
          centred
          aside={<p className="note">they draw themselves, too</p>}
        >
          Popular Instructors
        </SectionHeading>
        {instructors.length > 0 ? (
          <InstructorGrid instructors={instructors} headingLevel="h3" />
        ) : (
          <ProgressBar label="Waiting for instructors" />
        )}
      </section>
    </>
  );
}
