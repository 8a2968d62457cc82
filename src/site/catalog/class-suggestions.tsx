import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyExtra } from "../../ui/lazy-part.tsx";

const SuggestionList = lazyExtra(() => import("./suggestion-list.tsx"));

/** Beside the search of the catalog. Loads with the first letter that is typed. */
export function ClassSuggestions(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [input, setInput] = useState<HTMLInputElement>();
  useEffect(() => {
    const found = place.current?.parentElement?.querySelector("input");
    const begin = (): void => setInput(found ?? undefined);
    found?.addEventListener("input", begin, { once: true });
    return () => found?.removeEventListener("input", begin);
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
