import handFont from "@fontsource/yusei-magic/files/yusei-magic-latin-400-normal.woff2?url";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { surviveTranslation } from "./ui/survive-translation.ts";

const { pageUrl } = globalThis as { pageUrl?: string };

/** A history navigation may change the URL before the router listens; the HTML then belongs to another page. */
function reloadIfMoved(): boolean {
  const hasMoved = pageUrl !== undefined && pageUrl !== location.pathname + location.search;
  if (hasMoved) location.reload();
  return hasMoved;
}

function App() {
  useEffect(() => void reloadIfMoved(), []);
  return <HydratedRouter />;
}

if (!reloadIfMoved()) {
  // Not in the style sheet: on a slow network its 17 KB would delay the first picture by 0.3 s.
  document.fonts.add(new FontFace("Yusei Magic", `url(${handFont})`, { display: "swap" }));
  surviveTranslation();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
