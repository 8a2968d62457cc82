import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// Unset in development (pages/first-paint.ts).
const { pageUrl } = globalThis as { pageUrl?: string };

if (pageUrl !== undefined && pageUrl !== location.pathname + location.search) {
  // A history navigation changed the URL before hydration, so the HTML belongs to another page.
  location.reload();
} else {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
