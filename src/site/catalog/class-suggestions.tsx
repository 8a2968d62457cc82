import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyExtra } from "../../ui/lazy-part.tsx";

const SuggestionList = lazyExtra(() => import("./suggestion-list.tsx"));

/** Beside the search of the catalog. Loads when somebody types. */
export function ClassSuggestions(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>();
  useEffect(() => {
    const found = place.current?.parentElement?.querySelector("input");
    const begin = (): void => setInput(found);
    // Somebody may be typing before the page is alive.
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
