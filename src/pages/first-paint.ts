import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../platform/root.ts";

export interface PaintedPage {
  readonly html: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

/** @param nonce marks the renderer's own elements; other markup is neither changed nor trusted */
export function inlineCss(html: string, nonce: string, readStyles: (href: string) => string): PaintedPage {
  const own = `nonce="${nonce}"`;
  const styles: string[] = [];
  const light = html
    .replace(
      new RegExp(`<link ${own} rel="stylesheet" href="(/assets/[^"#]+)(#?)"`, "g"),
      (_link, href: string, anchor: string) => {
        styles.push(readStyles(href));
        return `<link rel="stylesheet" disabled="" href="${href}${anchor}"`;
      },
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" media="not all"')
    .replace(`<script ${own} type="module" async="">`, `<script ${own} type="text/later">`);
  const text = styles.join("\n");
  return {
    html: withoutNonce(light, nonce).replace(
      "<head>",
      () => `<head><style>${text}</style><script>${deferScripts}</script>`,
    ),
    scriptHashes: [hashOf(deferScripts), ...ownScripts(light, own).map(hashOf)],
    styleHashes: [hashOf(text)],
  };
}

export const withoutNonce = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, "");

const ownScripts = (html: string, own: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", script = ""]) =>
    attributes.includes(own) ? [script] : [],
  );

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Starts the scripts after the first paint, on the first interaction, or after three seconds. */
const deferScripts = readFileSync(join(root, "src", "pages", "defer-scripts.js"), "utf8").trim();
