import type { MetaDescriptor } from "react-router";

export interface PageDescription {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly picture?: string;
  readonly things?: readonly object[];
}

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
