import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyExtra } from "../../ui/lazy-part.tsx";

const SuggestionList = lazyExtra(() => import("./suggestion-list.tsx"));

/** Next to the catalog's search. Loads when the user types. */
export function ClassSuggestions(): ReactNode {
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
