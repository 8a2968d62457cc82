import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useGuard } from "../../access/use-guard.ts";
import { dashboardLinks } from "./dashboard-navigation.ts";

export default function DashboardStart(): ReactNode {
  const member = useGuard();
  return member && <Navigate to={dashboardLinks[member.role][0]?.to ?? "/"} replace />;
}
