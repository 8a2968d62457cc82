import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../routes.ts";
import { paramsOfPage } from "./page-params.ts";

interface Page {
  readonly path: string;
  readonly file: string;
}

const pagesOf = (entries: readonly RouteConfigEntry[], above = ""): Page[] =>
  entries.flatMap(({ path = "", file, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [{ path: own || "/", file }, ...pagesOf(children, own)];
  });

/** Dashboards render in the browser, which has the whole URL. */
const publicPages = pagesOf(routes).filter(({ file }) => !file.startsWith("dashboards/"));
const sourceOf = ({ file }: Page): string => readFileSync(join(import.meta.dirname, "..", file), "utf8");

test("each public page that reads query parameters declares them", () => {
  const readers = publicPages.filter((page) => /searchParams|useSearchParams/.test(sourceOf(page)));
  expect(readers.length).toBeGreaterThan(5);
  const undeclared = readers.flatMap((page) => {
    const declared = paramsOfPage(page.path.replaceAll(/:\w+/g, "any"));
    const read = [...sourceOf(page).matchAll(/\b(?:search|searchParams)\.get\("(\w+)"\)/g)].map(
      ([, name = ""]) => name,
    );
    const missing = read.filter((name) => !declared.includes(name) && !page.path.endsWith(`/:${name}`));
    const isSilent = declared.length === 0 && read.length === 0;
    return isSilent || missing.length > 0 ? [`${page.path}: ${missing.join(", ")}`] : [];
  });
  expect(undeclared).toEqual([]);
});
