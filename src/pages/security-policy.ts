import type { PaintedPage } from "./first-paint.ts";

/** Published by Stripe: https://docs.stripe.com/security/guide#content-security-policy */
const stripeHosts = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

/** Hashes instead of nonces keep pages cacheable. Pictures may come from any https host: users enter photo URLs. */
export function securityPolicy(
  { scriptHashes, styleHashes }: Pick<PaintedPage, "scriptHashes" | "styleHashes">,
  { usesStripe, bucketOrigin }: { readonly usesStripe: boolean; readonly bucketOrigin: string | undefined },
): string {
  const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`);
  const stripe = usesStripe ? stripeHosts : { script: [], frame: [], connect: [] };
  /** Browsers apply the policy to the target of a redirect too. */
  const bucket = bucketOrigin === undefined ? [] : [bucketOrigin];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...quoted(scriptHashes), ...stripe.script],
    "style-src": ["'self'", ...quoted(styleHashes)],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    // Media Source Extensions play from a blob.
    "media-src": ["'self'", "blob:", ...bucket],
    "connect-src": ["'self'", ...stripe.connect, ...bucket],
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
