/** Seconds; decides only when to renew, not whether the token is valid. */
export const expiryOf = (token: string): number => claimsIn(token).exp ?? 0;

/** Both decide only what a page shows, not whether the token is valid. */
export const personIn = (token: string): string | undefined => claimsIn(token).sub;
export const emailIn = (token: string): string | undefined => claimsIn(token).email;

interface Claims {
  readonly exp?: number;
  readonly sub?: string;
  readonly email?: string;
}

function claimsIn(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}
