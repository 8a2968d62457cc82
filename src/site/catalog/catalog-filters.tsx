import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { topics } from "../../features/school/classes/state.ts";
import { Chips, FilterForm, Choice, Tick } from "../../ui/filter-form.tsx";
import { lazyExtra } from "../../ui/lazy-part.tsx";
import "./catalog-filters.css";

/** Dollars, as in the URL. */
const priceRanges = [
  { value: "", label: "Any price" },
  { value: "-30", label: "Up to $30" },
  { value: "30-50", label: "$30 to $50" },
  { value: "50-", label: "$50 and up" },
] as const;

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

const defaults = { sort: "popular" };
const params = ["q", "topic", "level", "price", "sort", "seats"];

export function CatalogFilters(): ReactNode {
  return (
    <FilterForm
      label="Classes"
      placeholder="Hands, manga, an instructor…"
      defaults={defaults}
      params={params}
      help={<ClassSuggestions />}
    >
      <Choice label="Level" name="level" options={levels} />
      <Choice label="Price" name="price" options={priceRanges} />
      <Choice label="Sort by" name="sort" options={sorts} usual={defaults.sort} />
      <Tick label="Seats available" name="seats" value="left" />
      <Chips label="Topic" name="topic" options={topicChips} />
    </FilterForm>
  );
}

const SuggestionList = lazyExtra(() => import("./suggestion-list.tsx"));

function ClassSuggestions(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>();
  useEffect(() => {
    const found = place.current?.parentElement?.querySelector("input");
    const begin = (): void => setInput(found);
    // The user may be typing before hydration.
    if (found?.matches(":focus")) begin();
    found?.addEventListener("input", begin, { once: true });
  }, []);
  return (
    <div ref={place}>
      {input && (
        <Suspense>
          <SuggestionList input={input} />
        </Suspense>
      )}
    </div>
  );
}
