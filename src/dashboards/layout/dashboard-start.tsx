import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useGuard } from "../../features/accounts/use-guard.ts";
import { dashboardLinks } from "./dashboard-navigation.ts";

/** /dashboard itself is the first page of the role's own menu. */
export default function DashboardStart(): ReactNode {
  const member = useGuard();
  return member && <Navigate to={dashboardLinks[member.role][0]?.to ?? "/"} replace />;
}
