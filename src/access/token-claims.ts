/** Seconds; decides only when to renew, not whether the token is valid. */
export const expiryOf = (token: string): number => claimsIn(token).exp ?? 0;

/** Decides only what a page shows, not whether the token is valid. */
export const emailIn = (token: string): string | undefined => claimsIn(token).email;

function claimsIn(token: string): { readonly exp?: number; readonly email?: string } {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as { exp?: number; email?: string };
  } catch {
    return {};
  }
}
