import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// The address that the page was sent for; unset in development (pages/first-paint.ts).
const { pageUrl } = globalThis as { pageUrl?: string };

if (pageUrl !== undefined && pageUrl !== location.pathname + location.search) {
  // Somebody went back while the script was on its way: the address is another, and the page is not.
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
