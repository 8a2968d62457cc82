import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicPages } from "../page-records.ts";
import { paramsOfPage } from "./mount-pages.ts";

const pages = Object.entries(publicPages).map(([path, { file }]) => ({
  path,
  source: readFileSync(join(import.meta.dirname, "..", file), "utf8"),
}));

test("each public page that reads query parameters declares them", () => {
  const readers = pages.filter(({ source }) => /searchParams|useSearchParams/.test(source));
  expect(readers.length).toBeGreaterThan(5);
  const undeclared = readers.flatMap(({ path, source }) => {
    const declared = paramsOfPage(path.replaceAll(/:\w+/g, "any"));
    const read = [...source.matchAll(/\b(?:search|searchParams)\.get\("(\w+)"\)/g)].map(
      ([, name = ""]) => name,
    );
    const missing = read.filter((name) => !declared.includes(name) && !path.endsWith(`/:${name}`));
    const isSilent = declared.length === 0 && read.length === 0;
    return isSilent || missing.length > 0 ? [`${path}: ${missing.join(", ")}`] : [];
  });
  expect(undeclared).toEqual([]);
});

test("a page is found in any case, with a slash at its end, and by React Router's request for its data", () => {
  expect(paramsOfPage("/Instructors/0192/")).toEqual(["cursor"]);
  for (const data of ["/instructors/0192.data", "/instructors/0192/_.data"])
    expect(paramsOfPage(data)).toEqual(["cursor", "_routes"]);
  expect(paramsOfPage("/instructors/0192/more")).toEqual([]);
});
