/**
 * The query parameters that each page reads. A cached page is rendered with these alone: no other can change it, or
 * multiply what is cached.
 */
const declared: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/classes$/i, ["q", "topic", "level", "price", "seats", "sort", "cursor"]],
  [/^\/instructors(\/[^/]+)?$/i, ["cursor"]],
  [/^\/login$/i, ["reset"]],
  [/^\/(change-email|confirm-email|guardian|reset-password)$/i, ["token"]],
  [/^\/newsletter\/(confirm|unsubscribe)$/i, ["token"]],
  [/^(\/api)?\/notifications\/unsubscribe$/i, ["token"]],
  // React Router's own requests: routes of the links in view, and data of one page.
  [/^\/__manifest$/, ["paths", "version"]],
];
const ofData = ["_routes"];

/** Matches as React Router does: in any case, with or without a slash at the end. */
export function paramsOfPage(path: string): readonly string[] {
  const isData = path.endsWith(".data");
  const page = path.replace(/(\.data|\/)$/, "");
  const names = declared.find(([pattern]) => pattern.test(page))?.[1] ?? [];
  return isData ? [...names, ...ofData] : names;
}
