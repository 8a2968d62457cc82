import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const assets = join(import.meta.dirname, "..", "..", "build", "client", "assets");

/** Bytes on the wire for a first visit. */
export interface PageSize {
  readonly path: string;
  readonly isDashboard: boolean;
  /** Gzip. */
  readonly script: number;
  /** Brotli. */
  readonly style: number;
}

interface RouteEntry {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
interface Manifest {
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, RouteEntry>>;
}

/** Throws without a build. */
export function measurePages(): PageSize[] {
  const manifestFile = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
  const text = readFileSync(join(assets, manifestFile), "utf8");
  const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  const { entry, routes } = manifest;
  // A layout route is not a page, unless it has an index route.
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map((route) => {
      const chain = chainOf(route, routes);
      // The HTML inlines the route list, so the page does not load the manifest file.
      const scripts = new Set([entry.module, ...entry.imports]);
      for (const { module, imports = [] } of chain)
        for (const file of [module, ...imports]) scripts.add(file);
      const styles = new Set(chain.flatMap(({ css = [] }) => css.map((file) => file.replace("#", ""))));
      const isDashboard = chain.some(({ id }) => id.includes("dashboard-layout"));
      return { path: pathOf(chain), isDashboard, script: sum(scripts, ".gz"), style: sum(styles, ".br") };
    })
    .toSorted((a, b) => b.script - a.script);
}

export const measureFonts = (): number =>
  readdirSync(assets)
    .filter((name) => name.endsWith(".woff2"))
    .reduce((total, name) => total + readFileSync(join(assets, name)).length, 0);

function chainOf(route: RouteEntry, routes: Manifest["routes"]): RouteEntry[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...chainOf(parent, routes), route] : [route];
}

const pathOf = (chain: readonly RouteEntry[]): string =>
  `/${chain.flatMap(({ path }) => path || []).join("/")}`;

const sum = (files: ReadonlySet<string>, compressed: ".br" | ".gz"): number =>
  [...files].reduce(
    (total, file) =>
      total + readFileSync(join(assets, `${file.replace("/assets/", "")}${compressed}`)).length,
    0,
  );
