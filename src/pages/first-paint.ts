import { createHash } from "node:crypto";

/** A page as it is sent, and the hashes by which its security policy lets its own scripts and styles in. */
export interface PaintedPage {
  readonly html: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

/**
 * Lets a page be painted as soon as it has come. The styles that it would wait for stand in it; its scripts come after its
 * faces and pictures, since it can be read, and its forms be sent, without them. The elements that the script expects stay.
 * @param mark what the renderer's own elements bear (mark.ts): nothing else in the page is touched or let in
 * @param readStyles a style sheet's text, by its address
 */
export function inlineCss(html: string, mark: string, readStyles: (href: string) => string): PaintedPage {
  const own = `nonce="${mark}"`;
  const styles: string[] = [];
  const light = html
    .replace(
      new RegExp(`<link ${own} rel="stylesheet" href="(/assets/[^"#]+)(#?)"`, "g"),
      (_link, href: string, anchor: string) => {
        styles.push(readStyles(href));
        // Only printing would wait for it.
        return `<link rel="stylesheet" media="print" href="${href}${anchor}"`;
      },
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" media="not all"')
    .replace(`<script ${own} type="module" async="">`, `<script ${own} type="text/later">`);
  const text = styles.join("\n");
  return {
    // The styles as early as can be, so that a parser that has little of the page has its look.
    html: withoutMark(light, mark).replace(
      "<head>",
      () => `<head><style>${text}</style><script>${deferScripts}</script>`,
    ),
    scriptHashes: [hashOf(deferScripts), ...ownScripts(light, own).map(hashOf)],
    styleHashes: [hashOf(text)],
  };
}

/** The page as everybody may read it. */
export const withoutMark = (html: string, mark: string): string => html.replaceAll(` nonce="${mark}"`, "");

/** What stands in the scripts that the renderer put into the page; other markup may hold scripts that nobody meant. */
const ownScripts = (html: string, own: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", script = ""]) =>
    attributes.includes(own) ? [script] : [],
  );

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/**
 * Starts the page's scripts when all that is seen has come and is painted, when somebody touches the page, or after three
 * seconds. The script is gone from the page as soon as it runs: React finds the elements that it rendered, and no other.
 * `pageUrl` lets the entry see whether somebody has gone back meanwhile.
 */
const deferScripts =
  "pageUrl=location.pathname+location.search;" +
  "(function(d,s){function go(){if(s)return;s=1;" +
  "d.querySelectorAll('link[rel=modulepreload]').forEach(function(p){p.removeAttribute('media')});" +
  "var t=d.querySelector('script[type=\"text/later\"]'),m=d.createElement('script');" +
  "m.type='module';m.textContent=t.textContent;d.head.append(m);m.remove()}" +
  "function parsed(){setTimeout(go,3000);" +
  "['pointerdown','keydown'].forEach(function(e){addEventListener(e,go,{once:true})})}" +
  "d.addEventListener('DOMContentLoaded',parsed);" +
  // The observer hears of the paint when it is on the screen: a frame that is only begun would share its time with scripts.
  // Not every browser tells of a paint without text or pictures, as a dashboard's before its script: hence a bound.
  "addEventListener('load',function(){setTimeout(go,250);new PerformanceObserver(function(l,o){o.disconnect();go()})" +
  ".observe({type:'paint',buffered:true})})})(document,0)";
