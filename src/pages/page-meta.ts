import type { MetaDescriptor } from "react-router";

/** What a page says of itself, to people in the tab's title and to others where it is found or shared. */
export interface PageDescription {
  readonly title: string;
  readonly description: string;
  /** The page's one address, without the site's. */
  readonly path: string;
  /** A picture of 1200 × 630 pixels, by its path. */
  readonly picture?: string;
  /** schema.org's view of the page, one or several things. */
  readonly things?: readonly object[];
}

/** @param origin the site's address, from the root's loader */
export function describePage(origin: string, page: PageDescription): MetaDescriptor[] {
  const { title, description, path, picture = "/share/senga.png", things = [] } = page;
  const url = `${origin}${path}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: "Senga" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${origin}${picture}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...things.map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ];
}

/** The way from home to a page, as schema.org draws it. */
export const breadcrumbs = (
  origin: string,
  ...steps: readonly (readonly [name: string, path: string])[]
) => ({
  "@type": "BreadcrumbList",
  itemListElement: [["Home", "/"] as const, ...steps].map(([name, path], index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
});
