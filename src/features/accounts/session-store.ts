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

export let onSessionLost: (why: string) => void = () => {};

/** Visitors never load the identity provider client. Returns the unsubscribe function. */
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
