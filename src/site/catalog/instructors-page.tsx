import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { apiContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { InstructorGrid } from "../../features/school/instructors/pages/instructor-grid.tsx";
import type { Route } from "./+types/instructors-page";
import { orFirstPage } from "./first-page.ts";

const pageSize = 30;

export async function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const { answer, next } = await orFirstPage(url, () =>
    context.get(apiContext)("GET /instructors", { query: { limit: pageSize, cursor } }),
  );
  return { instructors: answer, next };
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin } = matches[0].loaderData;
  return describePage(origin, {
    title: "Instructors · Senga",
    description:
      "The people who teach anime and manga drawing on Senga: their self-portraits and what they teach.",
    path: "/instructors",
    things: [breadcrumbs(origin, ["Instructors", "/instructors"])],
  });
};

export default function InstructorsPage({ loaderData: { instructors, next } }: Route.ComponentProps) {
  return (
    <div className="wrap page-section">
      <SectionHeading level={1} aside={<p className="note">self-portraits, naturally</p>}>
        Instructors
      </SectionHeading>
      {instructors.length > 0 ? (
        <InstructorGrid instructors={instructors} headingLevel="h2" isOnTop />
      ) : (
        <EmptyPage action={<ButtonLink to="/teach">Become the first</ButtonLink>}>
          No instructors yet. Do you draw manga or anime?
        </EmptyPage>
      )}
      {next && (
        <p className="cluster page-links">
          <ButtonLink to={`?cursor=${next}`} look="quiet" rel="next">
            More instructors
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
