import { type ReactNode, Suspense, lazy } from "react";
import { isRouteErrorResponse } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";
import { PublicFrame } from "./public-frame.tsx";

const NotFound = lazy(() => import("./not-found.tsx"));

/** A page that is not there, or that broke, between the bar and the footer of public pages. */
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
