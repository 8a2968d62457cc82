import type { PaintedPage } from "./first-paint.ts";

/** Hosts that Stripe.js needs, as Stripe publishes them; only where real Stripe is configured. */
const stripeHosts = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

/**
 * The Content-Security-Policy of a page: only our own files run, and the scripts that the renderer put into the page, each
 * named by its hash, so that a page can be finished once and sent to many. Pictures may come from any https address, since
 * people give photo addresses at sign-up.
 */
export function securityPolicy(
  { scriptHashes, styleHashes }: Pick<PaintedPage, "scriptHashes" | "styleHashes">,
  usesStripe: boolean,
): string {
  const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`);
  const stripe = usesStripe ? stripeHosts : { script: [], frame: [], connect: [] };
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...quoted(scriptHashes), ...stripe.script],
    "style-src": ["'self'", ...quoted(styleHashes)],
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
