import { useSyncExternalStore } from "react";
import { onTokenChangeInOtherTab, storedToken } from "./access-token-store.ts";
import { type Session, visitor } from "./session-state.ts";

export type { Session } from "./session-state.ts";

const loadingSession: Session = { ...visitor, isLoading: true };

let session = loadingSession;
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

export const useSession = (): Session =>
  useSyncExternalStore(subscribe, currentSession, () => loadingSession);

export let onSessionLost: (why: string) => void = () => {};

/** Visitors never load the identity provider client. Returns the unsubscribe function. */
export function followSession(onLost: (why: string) => void, onError: (error: unknown) => void): () => void {
  onSessionLost = onLost;
  const resume = (): void => {
    setSession({ ...session, isLoading: true });
    void import("./session.ts").then(({ resumeSession }) => resumeSession()).catch(onError);
  };
  if (storedToken() === null) setSession(visitor);
  else resume();
  return onTokenChangeInOtherTab((token) => {
    if (token === null && session.user) setSession({ ...visitor, ended: "logout" });
    else if (token === null) setSession(visitor);
    else if (!session.user) resume();
  });
}
