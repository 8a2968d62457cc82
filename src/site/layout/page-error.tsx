import { type ReactNode, Suspense } from "react";
import { isRouteErrorResponse } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const NotFound = lazyPart(() => import("./not-found.tsx"));

export function PageError({ error }: { readonly error: unknown }): ReactNode {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <PublicFrame>
      {isMissing ? (
        <>
          <title>404 Not Found</title>
          <Suspense>
            <NotFound />
          </Suspense>
        </>
      ) : (
        <ErrorScreen error={error} />
      )}
    </PublicFrame>
  );
}
