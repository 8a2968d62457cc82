interface Claims {
  /** Seconds. */
  readonly exp?: number;
  /** The person's id, in an access token. */
  readonly sub?: string;
  readonly email?: string;
}

/** Decides only what a page shows and when to renew, not whether the token is valid. */
export function claimsIn(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}
