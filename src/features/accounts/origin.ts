import type { Location } from "react-router";

/** Where somebody was when they were sent to sign in; carried in the history entry, so that no address can forge it. */
export interface OriginState {
  readonly from: string;
}

export const asOrigin = ({ pathname, search }: Location): OriginState => ({ from: `${pathname}${search}` });

/** The page to go to after signing in: the remembered one, otherwise home. */
export function originOf(location: Location): string {
  const from = (location.state as Partial<OriginState> | null)?.from;
  return typeof from === "string" && /^\/(?!\/)/.test(from) ? from : "/";
}
