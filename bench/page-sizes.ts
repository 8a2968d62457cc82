import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const assets = join(import.meta.dirname, "..", "build", "client", "assets");

/** What a first visit to a route loads before the page can be used, in bytes as they travel. */
export interface PageSize {
  readonly path: string;
  /** Whether it is one of the pages behind the sign-in. */
  readonly isDashboard: boolean;
  /** JavaScript, gzip. */
  readonly script: number;
  /** Style sheets, brotli. */
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

/** The sizes of every page of the build, from the manifest by which the browser loads it. Throws when nothing was built. */
export function measurePages(): PageSize[] {
  const manifestFile = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
  const text = readFileSync(join(assets, manifestFile), "utf8");
  const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  const { entry, routes } = manifest;
  // A route that others hang from is no page of its own, unless it says so by an index below it.
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map((route) => {
      const chain = chainOf(route, routes);
      // The page itself names its routes: the manifest's file is not among what it loads.
      const scripts = new Set([entry.module, ...entry.imports]);
      for (const { module, imports = [] } of chain)
        for (const file of [module, ...imports]) scripts.add(file);
      const styles = new Set(chain.flatMap(({ css = [] }) => css.map((file) => file.replace("#", ""))));
      const isDashboard = chain.some(({ id }) => id.includes("dashboard-layout"));
      return { path: pathOf(chain), isDashboard, script: sum(scripts, ".gz"), style: sum(styles, ".br") };
    })
    .toSorted((a, b) => b.script - a.script);
}

/** All faces that pages load, in bytes. */
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
