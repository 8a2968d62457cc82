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

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps): ReactNode => <PageError error={error} />;
