import { publicPages } from "../page-records.ts";

const declared: readonly { readonly pattern: RegExp; readonly names: readonly string[] }[] = [
  ...Object.entries(publicPages).flatMap(([path, page]) =>
    "params" in page ? [{ pattern: patternOf(path), names: page.params }] : [],
  ),
  // React Router's own requests: routes of visible links, and data of one page.
  { pattern: /^\/__manifest$/, names: ["paths", "version"] },
];
const ofData = ["_routes"];

/** Matches as React Router does: case-insensitively, with or without a trailing slash. */
export function paramsOfPage(path: string): readonly string[] {
  const isData = path.endsWith(".data");
  const page = path.replace(/(\.data|\/)$/, "");
  const names = declared.find(({ pattern }) => pattern.test(page))?.names ?? [];
  return isData ? [...names, ...ofData] : names;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`, "i");
}
