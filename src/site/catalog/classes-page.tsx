import { Suspense, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { type PublicApi, apiContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { cardFacts } from "../../features/school/classes/pages/card-facts.ts";
import type { Level } from "../../features/school/classes/policy.ts";
import { type Topic, topics } from "../../features/school/classes/state.ts";
import { ClassGrid } from "../../features/school/selections/pages/class-grid.tsx";
import type { Route } from "./+types/classes-page";
import { orFirstPage } from "./first-page.ts";
import { Chips, FilterForm, Choice, Tick } from "../../ui/filter-form.tsx";
import { lazyExtra } from "../../ui/lazy-part.tsx";
import "./catalog-filters.css";

const pageSize = 24;
const maxQueryLength = 100;
const maxNearest = 3;
const nothing = { count: 0, isMore: false, correctedTo: undefined };

export async function loader({ context, url }: Route.LoaderArgs) {
  const address = new URL(url);
  const isSearch = address.search !== "";
  const chosen = (name: string): string | undefined => address.searchParams.get(name)?.trim() || undefined;
  const q =
    chosen("q")
      ?.replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, maxQueryLength) || undefined;
  const choices = {
    q,
    topic: oneOf(chosen("topic"), topics),
    level: oneOf(chosen("level"), ["beginner", "intermediate", "advanced"]),
    ...priceBounds(chosen("price") ?? ""),
    seats: oneOf(chosen("seats"), ["left"]),
  };
  const sort =
    oneOf(chosen("sort"), ["newest", "price", "-price"]) ??
    (q ? ("relevance" as const) : ("popular" as const));
  const cursor = chosen("cursor");
  const api = context.get(apiContext);
  const { answer, next } = await orFirstPage(address, () =>
    api("GET /approvedClasses", { query: { ...choices, sort, limit: pageSize, cursor } }),
  );
  const isEmpty = answer.length === 0;
  const counted = isEmpty ? nothing : (await api("GET /approvedClasses/count", { query: choices })).answer;
  const nearest = isEmpty ? await findNearest(api, choices) : [];
  address.searchParams.delete("cursor");
  const first = cursor && `/classes${address.search}`;
  address.searchParams.set("cursor", next ?? "");
  return {
    classes: answer.map(cardFacts),
    found: inWords(counted),
    otherRange: otherRange(chosen("price") ?? ""),
    nearest: nearest.map(cardFacts),
    correction: q && counted.correctedTo ? { from: q, to: counted.correctedTo } : undefined,
    isNarrowed: Object.values(choices).some(Boolean),
    next: next && address.search,
    first,
    isSearch,
  };
}

/** Classes with some of the words, else of the topic or level, else popular ones. */
async function findNearest(
  api: PublicApi,
  choices: {
    readonly q: string | undefined;
    readonly topic: Topic | undefined;
    readonly level: Level | undefined;
  },
) {
  const { q, topic, level } = choices;
  for (const query of [q && { q, match: "any" as const }, topic && { topic }, level && { level }, {}]) {
    if (!query) continue;
    const sort = "q" in query ? undefined : ("popular" as const);
    const { answer } = await api("GET /approvedClasses", { query: { ...query, sort, limit: maxNearest } });
    if (answer.length > 0) return answer;
  }
  return [];
}

const oneOf = <const T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined =>
  allowed.find((each) => each === value);

function inWords({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `More than ${count.toLocaleString("en-US")} classes`;
  if (count === 0) return "No classes";
  return count === 1 ? "1 class" : `${count.toLocaleString("en-US")} classes`;
}

function priceBounds(range: string) {
  const [min, max] = range.split("-").map((bound) => (/^\d{1,5}$/.test(bound) ? bound : undefined));
  return { min, max };
}

/** A link may name a range that the menu lacks. It must outlast the next choice. */
function otherRange(value: string) {
  const { min, max } = priceBounds(value);
  if ((!min && !max) || priceRanges.some((range) => range.value === value)) return undefined;
  return { value, label: !min ? `Up to $${max}` : max ? `$${min} to $${max}` : `$${min} and up` };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  return [
    ...describePage(origin, {
      title: "Classes · Senga",
      description:
        "Every anime and manga drawing class on Senga, with its instructor, level, price and the seats left.",
      path: "/classes",
      things: [breadcrumbs(origin, ["Classes", "/classes"])],
    }),
    // Search engines follow searches and later pages but do not index them.
    ...(loaderData?.isSearch ? [{ name: "robots", content: "noindex, follow" }] : []),
  ];
};

export default function ClassesPage({
  loaderData: { classes, found, otherRange: other, nearest, correction, isNarrowed, next, first },
}: Route.ComponentProps) {
  const isLoading = useNavigation().state === "loading";
  return (
    <div className="wrap page-section">
      <SectionHeading
        level={1}
        aside={
          <p className="note" role="status">
            {found}
          </p>
        }
      >
        Classes
      </SectionHeading>
      <CatalogFilters otherRange={other} />
      <div className="catalog" aria-busy={isLoading}>
        {correction && (
          <p className="lede correction">
            Showing results for <strong>{correction.to}</strong>. Nothing matches “{correction.from}”.
          </p>
        )}
        {classes.length > 0 ? (
          <ClassGrid items={classes} headingLevel="h2" isOnTop hasRhythm />
        ) : isNarrowed ? (
          <>
            <NothingFound />
            {nearest.length > 0 && (
              <section aria-labelledby="nearest">
                <h2 id="nearest">The closest we have</h2>
                <ClassGrid items={nearest} headingLevel="h3" />
              </section>
            )}
          </>
        ) : (
          <EmptyPage action={<ButtonLink to="/newsletter">Get the newsletter</ButtonLink>}>
            No classes yet. Get the newsletter, and we’ll email you when the first one opens.
          </EmptyPage>
        )}
      </div>
      <PageLinks first={first} next={next} more="More classes" />
    </div>
  );
}

function NothingFound() {
  return (
    <div className="nothing-found">
      <img src="/drawings/cat-light.svg" className="only-light" width="130" height="200" alt="" />
      <img src="/drawings/cat-dark.svg" className="only-dark" width="130" height="200" alt="" />
      <div>
        <h2>No classes found</h2>
        <p className="lede">Nothing matches your search and filters (the cat checked).</p>
        <ButtonLink to="/classes">Show all classes</ButtonLink>
      </div>
    </div>
  );
}

/** Dollars, as in the URL. */
const priceRanges = [
  { value: "", label: "Any price" },
  { value: "-30", label: "Up to $30" },
  { value: "30-50", label: "$30 to $50" },
  { value: "50-", label: "$50 and up" },
];

const levels = [
  { value: "", label: "All levels" },
  { value: "beginner", label: "Beginner" },
  { value: "intermediate", label: "Intermediate" },
  { value: "advanced", label: "Advanced" },
] as const;

const sorts = [
  { value: "popular", label: "Most popular" },
  { value: "newest", label: "Newest" },
  { value: "price", label: "Price, low to high" },
  { value: "-price", label: "Price, high to low" },
] as const;

const topicChips = [{ value: "", label: "All" }, ...topics.map((topic) => ({ value: topic, label: topic }))];

const filterDefaults = { sort: "popular" };
const filterParams = ["q", "topic", "level", "price", "sort", "seats"];

function CatalogFilters({ otherRange: other }: Pick<Route.ComponentProps["loaderData"], "otherRange">) {
  return (
    <FilterForm
      label="Classes"
      placeholder="Hands, manga, an instructor…"
      defaults={filterDefaults}
      params={filterParams}
      help={<ClassSuggestions />}
    >
      <Choice label="Level" name="level" options={levels} />
      <Choice label="Price" name="price" options={other ? [...priceRanges, other] : priceRanges} />
      <Choice label="Sort by" name="sort" options={sorts} usual={filterDefaults.sort} />
      <Tick label="Seats available" name="seats" value="left" />
      <Chips label="Topic" name="topic" options={topicChips} />
    </FilterForm>
  );
}

const SuggestionList = lazyExtra(() => import("./suggestion-list.tsx"));

function ClassSuggestions() {
  const [input, setInput] = useState<HTMLInputElement | null>();
  useEffect(() => {
    const found = document.querySelector<HTMLInputElement>("[type=search]");
    const begin = (): void => setInput(found);
    // The user may be typing before hydration.
    if (found?.matches(":focus")) begin();
    found?.addEventListener("input", begin, { once: true });
  }, []);
  return (
    input && (
      <Suspense>
        <SuggestionList input={input} />
      </Suspense>
    )
  );
}
