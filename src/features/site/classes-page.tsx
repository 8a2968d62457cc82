import type { ReactNode } from "react";
import { SectionHeading } from "../../ui/heading.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { apiContext } from "../../web/contexts.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ClassGrid } from "../selections/class-grid.tsx";
import type { Route } from "./+types/classes-page";

const pageSize = 24;

export async function loader({ context, request }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const { answer, next } = await context.get(apiContext)("GET /approvedClasses", {
    query: { sort: "popular", limit: pageSize, cursor },
  });
  return { classes: answer, next };
}

export const meta: Route.MetaFunction = () => [
  { title: "Classes · Senga" },
  { name: "description", content: "Every drawing class on Senga, with its teacher, price and seats left." },
];

export default function ClassesPage({ loaderData: { classes, next } }: Route.ComponentProps): ReactNode {
  return (
    <div className="wrap page-section">
      <SectionHeading level={1} aside={<p className="note">{pagesToStartFrom(classes.length)}</p>}>
        Classes
      </SectionHeading>
      {classes.length > 0 ? (
        <ClassGrid items={classes} headingLevel="h2" />
      ) : (
        <ProgressBar label="Waiting for classes" />
      )}
      {next && (
        <p className="next-page">
          <ButtonLink to={`?cursor=${next}`} look="quiet">
            More classes
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

const pagesToStartFrom = (count: number): string =>
  count === 1 ? "a page to start from" : `${count} pages to start from`;
