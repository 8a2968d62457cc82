import { Outlet } from "react-router";
import type { Route } from "./+types/public-layout";
import { PageError } from "./page-error.tsx";
import { PublicFrame } from "./public-frame.tsx";

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageError error={error} />;
