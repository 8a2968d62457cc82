import { Suspense } from "react";
import { isRouteErrorResponse } from "react-router";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { isConnectionFailure } from "../../ui/connection.ts";
import { PublicFrame } from "./public-frame.tsx";
import "./error-page.css";

const NotFound = lazyPart(() => import("./not-found-page.tsx"));

export function PageError({ error }: { readonly error: unknown }) {
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

export function ErrorScreen({ error }: { readonly error: unknown }) {
  const [title, text] =
    (!import.meta.env.SSR && !navigator.onLine) || isConnectionFailure(error)
      ? ["Can’t reach Senga.", "Check your connection, then try again."]
      : ["This page got torn.", "Something went wrong on our end. Please reload the page."];
  return (
    <div className="wrap columns lost">
      <title>Something went wrong · Senga</title>
      <div className="lost-pencil" aria-hidden="true" />
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="lede">{text}</p>
        <p className="cluster">
          <Button onClick={() => location.reload()}>Reload</Button>
          {/* Reloads the document: the failure may be in the current one. */}
          <ButtonLink to="/" look="quiet" reloadDocument>
            Back to home
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
