/** Hosts that Stripe.js needs, as Stripe publishes them; only where real Stripe is configured. */
const stripeHosts = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

/**
 * The Content-Security-Policy of a page: only our own files and the scripts that carry the nonce run. Pictures may come
 * from any https address, since people give photo addresses at sign-up.
 */
export function securityPolicy(nonce: string, usesStripe: boolean): string {
  const stripe = usesStripe ? stripeHosts : { script: [], frame: [], connect: [] };
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, ...stripe.script],
    "style-src": ["'self'", `'nonce-${nonce}'`],
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
