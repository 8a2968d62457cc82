import { type RouteConfig, type RouteConfigEntry, index, layout, route } from "@react-router/dev/routes";
import { dashboardPages, publicPages } from "./page-records.ts";

const routesOf = (pages: Readonly<Record<string, { readonly file: string }>>): RouteConfigEntry[] =>
  Object.entries(pages).map(([path, { file }]) =>
    path === "/" ? index(file, { id: path }) : route(path.slice(1), file, { id: path }),
  );

export default [
  layout("site/layout/public-layout.tsx", [
    ...routesOf(publicPages),
    route("*", "site/layout/not-found-page.tsx"),
  ]),
  layout("site/dashboard/dashboard-layout.tsx", routesOf(dashboardPages)),
] satisfies RouteConfig;
