import { useSyncExternalStore } from "react";
import { createStore } from "../ui/create-store.ts";
import { onTokenChangeInOtherTab, storedToken } from "./access-token-store.ts";
import { type Session, visitor } from "./session-state.ts";

export type { Session } from "./session-state.ts";

const loadingSession: Session = { ...visitor, isLoading: true };

const store = createStore(loadingSession);

export const { state: currentSession, set: setSession, subscribe: onSession } = store;

export const useSession = (): Session =>
  useSyncExternalStore(store.subscribe, store.state, () => loadingSession);

export let onSessionLost: (why: string) => void = () => {};

/** Visitors never load the identity provider client. Returns the unsubscribe function. */
export function followSession(onLost: (why: string) => void, onError: (error: unknown) => void): () => void {
  onSessionLost = onLost;
  const resume = (): void => {
    setSession({ ...currentSession(), isLoading: true });
    void import("./session.ts").then(({ resumeSession }) => resumeSession()).catch(onError);
  };
  if (storedToken() === null) setSession(visitor);
  else resume();
  return onTokenChangeInOtherTab((token) => {
    if (token === null && currentSession().user) setSession({ ...visitor, ended: "elsewhere" });
    else if (token === null) setSession(visitor);
    else if (!currentSession().user) resume();
  });
}
