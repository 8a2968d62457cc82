import type { ReactNode } from "react";
import { Outlet } from "react-router";
import type { Route } from "./+types/public-layout";
import { PageError } from "./page-error.tsx";
import { PublicFrame } from "./public-frame.tsx";

export default function PublicLayout(): ReactNode {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** The bar and the footer stay, whatever happened to the page between them. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps): ReactNode => <PageError error={error} />;
