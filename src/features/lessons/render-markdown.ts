import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Escapes HTML and drops `javascript:` links, so that the result is safe to show without a sanitizer. */
export const renderMarkdown = (text: string): string =>
  micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replace(
    /<input type="checkbox" disabled=""( checked="")?/g,
    (box, checked?: string) => `${box} aria-label="${checked ? "Done" : "To do"}"`,
  );

export const countWords = (text: string): number => text.match(/\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0;

/** The pictures of this site that a text shows. */
export const picturesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/!\[[^\]]*\]\((\/images\/[0-9a-f]{32})/g)].map(([, url = ""]) => url)),
];
