import { useSyncExternalStore } from "react";
import type { IdentityUser } from "../identity/client.ts";
import { createStore } from "../ui/create-store.ts";
import { untilLoaded } from "../ui/lazy-part.tsx";
import type { Role } from "./policy.ts";
import { onTokenChangeInOtherTab, storedToken } from "./access-token-store.ts";

export interface Session {
  /** Also true during sign-up, sign-in and sign-out (section 4). */
  readonly isLoading: boolean;
  readonly user: IdentityUser | null;
  readonly role: Role | undefined;
  readonly needsAge: boolean;
  readonly isReconnecting: boolean;
  readonly ended: "lost" | "logout" | "elsewhere" | undefined;
}

export const visitor: Session = {
  isLoading: false,
  user: null,
  role: undefined,
  needsAge: false,
  isReconnecting: false,
  ended: undefined,
};

const loadingSession: Session = { ...visitor, isLoading: true };

const store = createStore(loadingSession);

export const { state: currentSession, set: setSession, subscribe: onSession } = store;

export const useSession = (): Session =>
  useSyncExternalStore(store.subscribe, store.state, () => loadingSession);

export let onSessionLost: (why: string) => void = () => {};

/** Visitors never load the identity provider client. */
export function followSession(onLost: (why: string) => void, onError: (error: unknown) => void): () => void {
  onSessionLost = onLost;
  const follow = (token: string | null): void => {
    const { user } = currentSession();
    if (token === null) setSession({ ...visitor, ended: user ? "elsewhere" : undefined });
    else if (!user) {
      setSession({ ...currentSession(), isLoading: true });
      void untilLoaded(() => import("./session.ts"))
        .then((session) => session.resumeSession())
        .catch(onError);
    }
  };
  follow(storedToken());
  return onTokenChangeInOtherTab(follow);
}
