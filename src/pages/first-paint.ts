import { createHash } from "node:crypto";

export interface PaintedPage {
  readonly html: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

/** `mark` is the nonce of the renderer's own elements; other markup is neither changed nor trusted. */
export function inlineCss(html: string, mark: string, readStyles: (href: string) => string): PaintedPage {
  const own = `nonce="${mark}"`;
  const styles: string[] = [];
  const light = html
    .replace(
      new RegExp(`<link ${own} rel="stylesheet" href="(/assets/[^"#]+)(#?)"`, "g"),
      (_link, href: string, anchor: string) => {
        styles.push(readStyles(href));
        return `<link rel="stylesheet" media="print" href="${href}${anchor}"`;
      },
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" media="not all"')
    .replace(`<script ${own} type="module" async="">`, `<script ${own} type="text/later">`);
  const text = styles.join("\n");
  return {
    html: withoutMark(light, mark).replace(
      "<head>",
      () => `<head><style>${text}</style><script>${deferScripts}</script>`,
    ),
    scriptHashes: [hashOf(deferScripts), ...ownScripts(light, own).map(hashOf)],
    styleHashes: [hashOf(text)],
  };
}

export const withoutMark = (html: string, mark: string): string => html.replaceAll(` nonce="${mark}"`, "");

const ownScripts = (html: string, own: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", script = ""]) =>
    attributes.includes(own) ? [script] : [],
  );

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Starts the scripts after the first paint, on the first interaction, or after three seconds. */
const deferScripts =
  "pageUrl=location.pathname+location.search;" +
  "(function(d,s){function go(){if(s)return;s=1;" +
  "d.querySelectorAll('link[rel=modulepreload]').forEach(function(p){p.removeAttribute('media')});" +
  "var t=d.querySelector('script[type=\"text/later\"]'),m=d.createElement('script');" +
  "m.type='module';m.textContent=t.textContent;d.head.append(m);m.remove()}" +
  "function parsed(){setTimeout(go,3000);" +
  "['pointerdown','keydown'].forEach(function(e){addEventListener(e,go,{once:true})})}" +
  "d.addEventListener('DOMContentLoaded',parsed);" +
  // Some browsers report no paint for a page without text or pictures, hence the timeout.
  "addEventListener('load',function(){setTimeout(go,250);new PerformanceObserver(function(l,o){o.disconnect();go()})" +
  ".observe({type:'paint',buffered:true})})})(document,0)";
