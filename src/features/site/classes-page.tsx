import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { apiContext } from "../../web/contexts.ts";
import { breadcrumbs, describePage } from "../../web/page-meta.ts";
import { cardFacts } from "../classes/class-card.tsx";
import { ClassGrid } from "../selections/class-grid.tsx";
import type { Route } from "./+types/classes-page";
import { CatalogueFilters } from "./catalogue-filters.tsx";

const pageSize = 24;

export async function loader({ context, request }: Route.LoaderArgs) {
  const address = new URL(request.url);
  const chosen = (name: string): string | undefined => address.searchParams.get(name)?.trim() || undefined;
  const [min, max] = (chosen("price") ?? "").split("-").map((bound) => bound || undefined);
  const q = chosen("q");
  const wanted = {
    q,
    level: oneOf(chosen("level"), ["beginner", "intermediate", "advanced"]),
    min: isAmount(min) ? min : undefined,
    max: isAmount(max) ? max : undefined,
    seats: oneOf(chosen("seats"), ["left"]),
    sort:
      oneOf(chosen("sort"), ["newest", "price", "-price"]) ??
      (q ? ("relevance" as const) : ("popular" as const)),
  };
  const cursor = chosen("cursor");
  const api = context.get(apiContext);
  const { answer, next } = await api("GET /approvedClasses", {
    query: { ...wanted, limit: pageSize, cursor },
  });
  address.searchParams.set("cursor", next ?? "");
  return { classes: answer.map(cardFacts), next: next && address.search, isFirst: !cursor };
}

const oneOf = <const T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined =>
  allowed.find((each) => each === value);
const isAmount = (text: string | undefined): text is string => /^\d{1,5}$/.test(text ?? "");

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { origin } = matches[0].loaderData;
  return [
    ...describePage(origin, {
      title: "Classes · Senga",
      description:
        "Every anime and manga drawing class on Senga, with its teacher, level, price and the seats left.",
      path: "/classes",
      things: [breadcrumbs(origin, ["Classes", "/classes"])],
    }),
    // Searches and later pages are ways to classes, not pages to be found.
    ...(location.search ? [{ name: "robots", content: "noindex, follow" }] : []),
  ];
};

export default function ClassesPage({
  loaderData: { classes, next, isFirst },
}: Route.ComponentProps): ReactNode {
  const isLoading = useNavigation().state === "loading";
  return (
    <div className="wrap page-section">
      <SectionHeading level={1} aside={<p className="note">{pagesToStartFrom(classes.length)}</p>}>
        Classes
      </SectionHeading>
      <CatalogueFilters />
      <div className="catalogue" aria-busy={isLoading}>
        <p className="visually-hidden" role="status">
          {classes.length === 1 ? "1 class" : `${classes.length} classes`}
        </p>
        {classes.length > 0 ? <ClassGrid items={classes} headingLevel="h2" isOnTop /> : <NothingFound />}
      </div>
      <PageLinks first={isFirst ? undefined : "/classes"} next={next} more="More classes" />
    </div>
  );
}

function NothingFound(): ReactNode {
  return (
    <div className="nothing-found">
      <img src="/drawings/cat-light.svg" className="only-light" width="130" height="200" alt="" />
      <img src="/drawings/cat-dark.svg" className="only-dark" width="130" height="200" alt="" />
      <div>
        <h2>Nothing on this page</h2>
        <p className="lede">
          No class fits these words and choices. The cat has looked. Try fewer words, another level, or a
          wider price.
        </p>
        <ButtonLink to="/classes">Show all classes</ButtonLink>
      </div>
    </div>
  );
}

const pagesToStartFrom = (count: number): string =>
  count === 1 ? "a page to start from" : count === 0 ? "an empty page" : `${count} pages to start from`;
