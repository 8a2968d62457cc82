import { expect, test } from "./support/journey.ts";

/** Entry points of crawlers, browsers, apps and mail clients. */
const seeds = [
  "/",
  "/robots.txt",
  "/sitemap.xml",
  "/manifest.webmanifest",
  "/favicon.ico",
  "/.well-known/security.txt",
  "/api/docs",
  "/api/approvedClasses",
  "/api/instructors",
  "/api/instructors/popular",
];

/** The demo school has about 250; the bound stops a site that generates URLs without end. */
const maxUrls = 2000;

test("every URL that an answer names is there", async ({ site, request }) => {
  const from = new Map(seeds.map((path) => [path, "the start"]));
  const failures: string[] = [];
  for (const [path, namedBy] of from) {
    const answer = await request.get(path);
    if (answer.status() !== 200) failures.push(`${path}: ${answer.status()}, named by ${namedBy}`);
    const type = answer.headers()["content-type"] ?? "";
    // Its paths are templates.
    if (path === "/api/openapi.json") continue;
    if (!/html|xml|json|css|text\/plain/.test(type) || type.includes("svg")) continue;
    for (const url of urlsIn(await answer.text(), type)) {
      const { origin, pathname, search } = new URL(url, new URL(path, site.origin));
      if (origin === site.origin && !from.has(pathname + search)) from.set(pathname + search, path);
    }
    expect(from.size).toBeLessThan(maxUrls);
  }
  expect(failures).toEqual([]);
  // Guards against a pattern that matches nothing.
  for (const part of [/^\/classes\/[\w-]+$/, /^\/share\/class\//, /^\/assets\/.*\.woff2$/, /^\/drawings\//]) {
    expect([...from.keys()].filter((path) => part.test(path))).not.toEqual([]);
  }
});

function urlsIn(text: string, type: string): string[] {
  if (type.includes("json"))
    return [...text.matchAll(/"((?:\/\w|https?:)[^"\s]*)"/g)].map(([, url = ""]) => url);
  if (type.includes("css")) return [...text.matchAll(/url\(["']?([^)"']+)/g)].map(([, url = ""]) => url);
  if (type.includes("xml")) return [...text.matchAll(/<loc>([^<]+)/g)].map(([, url = ""]) => url);
  if (type.includes("plain")) return text.match(/https?:\S+/g) ?? [];
  const attributes = [...text.matchAll(/\s(?:href|src|poster|content)="((?:[/#?]|https?:)[^"]*)"/g)];
  const sets = [...text.matchAll(/\s(?:srcset|imagesrcset)="([^"]+)"/gi)];
  const scripts = [...text.matchAll(/<script type="application\/ld\+json">([^<]+)/g)];
  return [
    ...attributes.map(([, url = ""]) => url.replaceAll("&amp;", "&")),
    ...sets.flatMap(([, set = ""]) => set.split(",").map((each) => each.trim().split(" ")[0] ?? "")),
    ...scripts.flatMap(([, json = ""]) => urlsIn(json, "json")),
    ...urlsIn([...text.matchAll(/<style[^>]*>([^<]+)/g)].map(([, css]) => css).join("\n"), "css"),
  ];
}
