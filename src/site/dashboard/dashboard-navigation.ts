import type { Role } from "../../access/policy.ts";
import { type DashboardPage, type MenuItem, dashboardPages } from "../../page-records.ts";
import { type NavigationLink, classes, home, instructors } from "../layout/navigation.ts";

export type DashboardLink = NavigationLink & MenuItem;

export const pagesByPath: Readonly<Record<string, DashboardPage>> = dashboardPages;

export const deskLink: DashboardLink = { to: "/dashboard", ...dashboardPages["/dashboard"].menu };

/** For every role: a role may change after a purchase. */
export const enrolledLink: DashboardLink = {
  to: "/dashboard/enrolled-classes",
  ...dashboardPages["/dashboard/enrolled-classes"].menu,
};
export const paymentsLink: DashboardLink = {
  to: "/dashboard/payment-history",
  ...dashboardPages["/dashboard/payment-history"].menu,
};

export function linksOf(role: Role): readonly DashboardLink[] {
  const own = Object.entries(pagesByPath).flatMap(([to, { who, menu }]) =>
    menu && who?.includes(role) ? [{ to, ...menu }] : [],
  );
  return [deskLink, ...own, ...(role === "student" ? [enrolledLink, paymentsLink] : [])];
}

export const commonLinks: readonly DashboardLink[] = [
  { to: "/dashboard/account", ...dashboardPages["/dashboard/account"].menu },
  { ...home, icon: "home" },
  { ...classes, icon: "palette" },
  { ...instructors, icon: "pencil" },
  { to: "/about", label: "About", icon: "info" },
];
