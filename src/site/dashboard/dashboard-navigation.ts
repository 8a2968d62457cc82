import { type DashboardMenu, type DashboardPage, dashboardPages } from "../../page-records.ts";
import { type NavigationLink, classes, home, instructors } from "../layout/navigation.ts";

export type DashboardLink = NavigationLink & Omit<DashboardMenu, "of">;

const pages: [path: string, page: DashboardPage][] = Object.entries(dashboardPages);

/** By each role, and of everyone. */
export const dashboardLinks = (of: DashboardMenu["of"]): readonly DashboardLink[] =>
  pages.flatMap(([to, { menu }]) => (menu?.of === of ? [{ to, ...menu }] : []));

/** To a page that other roles have in their menu. */
export const linkTo = (path: keyof typeof dashboardPages): readonly DashboardLink[] =>
  pages.flatMap(([to, { menu }]) => (menu && to === path ? [{ to, ...menu }] : []));

export const siteLinks: readonly DashboardLink[] = [
  { ...home, icon: "home" },
  { ...classes, icon: "palette" },
  { ...instructors, icon: "pencil" },
  { to: "/about", label: "About", icon: "info" },
];
