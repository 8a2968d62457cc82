import { createHash } from "node:crypto";

/** Hosts that Stripe.js needs, as Stripe publishes them; only where real Stripe is configured. */
const stripeHosts = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

/**
 * The Content-Security-Policy of a page: only our own files run, and the scripts that stand in the page itself, each named
 * by its hash, so that a page can be finished once and sent to many. Pictures may come from any https address, since
 * people give photo addresses at sign-up.
 */
export function securityPolicy(html: string, styleHash: string, usesStripe: boolean): string {
  const stripe = usesStripe ? stripeHosts : { script: [], frame: [], connect: [] };
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...inlineScripts(html), ...stripe.script],
    "style-src": ["'self'", `'${styleHash}'`],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...stripe.connect],
    "frame-src": ["'self'", ...stripe.frame],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** The hashes of the scripts that stand in the page. Blocks of data, such as JSON-LD, do not run and need none. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => !/\bsrc=|application\/ld\+json/.test(attributes))
    .map(([, , script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
}
