import { useSyncExternalStore } from "react";
import type { IdentityUser } from "../../identity/client.ts";
import { onTokenElsewhere, storedToken } from "./access-token-store.ts";
import type { Role } from "./policy.ts";

/** Who is using the browser, as far as is known. */
export interface Session {
  /** True until it is known who is here or that nobody is, and during sign-up, sign-in and sign-out (section 4). */
  readonly isLoading: boolean;
  readonly user: IdentityUser | null;
  /** Undefined until the server has told it, and for visitors. */
  readonly role: Role | undefined;
}

const unknown: Session = { isLoading: true, user: null, role: undefined };
export const visitor: Session = { isLoading: false, user: null, role: undefined };

let session = unknown;
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => unknown);

/** What is called when a session has ended against the person's will. */
export let onSessionLost: () => void = () => {};

/**
 * Begins to follow who is here, in this tab and in others. A browser that keeps no access token is a visitor's: the code
 * that talks to the identity provider is loaded for the others only.
 * @param lost is called when the session has ended against the person's will
 * @returns how to end it
 */
export function followSession(lost: () => void, failed: (error: unknown) => void): () => void {
  onSessionLost = lost;
  const find = (token: string | null): void => {
    if (token === null) setSession(visitor);
    else void import("./session.ts").then(({ refreshSession }) => refreshSession()).catch(failed);
  };
  find(storedToken());
  return onTokenElsewhere((token) => {
    if ((session.user === null) !== (token === null)) find(token);
  });
}
