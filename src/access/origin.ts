import type { Location } from "react-router";
import { codeOf } from "../platform/error-code.ts";

/** Kept in the history entry, so that no URL can forge it. */
export interface OriginState {
  readonly from?: string;
  readonly why?: string;
  readonly email?: string;
}

export const asOrigin = ({ pathname, search }: Location, why?: string): OriginState => ({
  from: `${pathname}${search}`,
  ...(why !== undefined && { why }),
});

export function originOf(location: Location): string {
  const { from }: { from?: unknown } = location.state ?? {};
  return typeof from === "string" && /^\/(?!\/)/.test(from) ? from : "/";
}

export function stateForOrigin(state: unknown): object | null {
  const { from: _from, why: _why, email: _email, ...rest }: OriginState = state ?? {};
  return Object.keys(rest).length > 0 ? rest : null;
}

/** /signup/age asks a minor for a guardian. */
export const isGuardianNeeded = (error: unknown): boolean => codeOf(error) === "guardian-needed";
