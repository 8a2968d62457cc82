import { useSyncExternalStore } from "react";
import { onTokenElsewhere, storedToken } from "./access-token-store.ts";
import { type Session, visitor } from "./session-state.ts";

export type { Session } from "./session-state.ts";

const unknown: Session = { ...visitor, isLoading: true };

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

/** What is called when a session has ended against the person's will, with a sentence for them. */
export let onSessionLost: (why: string) => void = () => {};

/**
 * Begins to follow who is here, in this tab and in others. A browser that keeps no access token is a visitor's: the code
 * that talks to the identity provider is loaded for the others only.
 * @param lost is called when the session has ended against the person's will
 * @returns how to end it
 */
export function followSession(lost: (why: string) => void, failed: (error: unknown) => void): () => void {
  onSessionLost = lost;
  const resume = (): void => {
    setSession({ ...session, isLoading: true });
    void import("./session.ts").then(({ resumeSession }) => resumeSession()).catch(failed);
  };
  if (storedToken() === null) setSession(visitor);
  else resume();
  return onTokenElsewhere((token) => {
    if (token === null && session.user) setSession({ ...visitor, ended: "logout" });
    else if (token === null) setSession(visitor);
    else if (!session.user) resume();
  });
}
