import type { Location } from "react-router";

/** What the login page is told; carried in the history entry, so that no URL can forge it. */
export interface OriginState {
  /** Where somebody was when they were sent to log in. */
  readonly from?: string;
  /** Why they were sent, as a sentence. */
  readonly why?: string;
  /** The email that they have just signed up with. */
  readonly email?: string;
}

export const asOrigin = ({ pathname, search }: Location, why?: string): OriginState => ({
  from: `${pathname}${search}`,
  ...(why !== undefined && { why }),
});

/** The page to go to after signing in: the remembered one, otherwise home. */
export function originOf(location: Location): string {
  const from = (location.state as OriginState | null)?.from;
  return typeof from === "string" && /^\/(?!\/)/.test(from) ? from : "/";
}

/** What the page before left for the page that is gone back to, such as the class that was wanted there. */
export function stateForOrigin(state: unknown): object | null {
  const { from: _from, why: _why, email: _email, ...rest } = (state ?? {}) as OriginState & object;
  return Object.keys(rest).length > 0 ? rest : null;
}
