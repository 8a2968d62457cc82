import { useSyncExternalStore } from "react";
import { type IdentityUser, identity } from "../identity/client.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { displayablePicture } from "../platform/picture-url.ts";
import { toast } from "../ui/toast.tsx";
import { createStore } from "../ui/create-store.ts";
import { createSession } from "./create-session.ts";
import { removeToken, storeToken, storedToken } from "./access-token-store.ts";
import { type Session, currentSession, onSessionLost, setSession, visitor } from "./session-store.ts";
import type { Unread } from "./fields.ts";
import type { Role } from "./policy.ts";
import type { Transport } from "../http/client.ts";

const noneUnread: Unread = { count: 0, paths: [] };
const unreadStore = createStore(noneUnread);

export const setUnread = unreadStore.set;

export const useUnread = (): Unread =>
  useSyncExternalStore(unreadStore.subscribe, unreadStore.state, () => noneUnread);

export interface SessionDependencies {
  readonly transport: Transport;
  readonly identity: Pick<typeof identity, "currentUser" | "idToken" | "signOut">;
  readonly storage: {
    readonly read: () => string | null;
    readonly write: (token: string) => void;
    readonly remove: () => void;
  };
  readonly clock: Clock & { readonly wait: (milliseconds: number) => Promise<void> };
  readonly state: { readonly get: () => Session; readonly set: (next: Session) => void };
  readonly events: {
    readonly onLost: (why: string) => void;
    readonly onRole: (role: Role) => void;
    readonly onUnread: (unread: Unread) => void;
    readonly onTokenFailure: (error: unknown) => void;
  };
}

const session = createSession({
  transport: (path, init) => fetch(path, init),
  identity,
  storage: { read: storedToken, write: storeToken, remove: removeToken },
  clock: {
    ...systemClock,
    wait: (milliseconds) => new Promise<void>((resolve) => void waitOrOnline(milliseconds, resolve)),
  },
  state: { get: currentSession, set: setSession },
  events: {
    onLost: (why) => onSessionLost(why),
    onRole: (role) =>
      toast(`You're ${role === "student" ? "a student" : `an ${role}`} now. Your menu has changed.`),
    onUnread: setUnread,
    // Specification, section 8 fixes this text.
    // oxlint-disable-next-line no-console
    onTokenFailure: (error) => console.warn("JWT Error:", error instanceof Error ? error.message : error),
  },
});

export const { api, createApi, currentToken, forget, identityApi, refreshUser, request } = session;

export async function whileLoading<Result>(work: () => Promise<Result>): Promise<Result> {
  setSession({ ...currentSession(), isLoading: true });
  try {
    return await work();
  } finally {
    setSession({ ...currentSession(), isLoading: false });
  }
}

export type Age = { readonly adult: true } | { readonly born: string; readonly guardianEmail: string };

/** Returns the id, or null for an existing record. */
export async function registerRecord(
  { displayName: name, email, photoURL }: IdentityUser,
  age: Age,
): Promise<string | null> {
  const body = { name, email, image: displayablePicture(photoURL, location.origin), ...age };
  return (await identityApi("POST /users", { body })).insertedId;
}

/** Also ends the cookie for videos and materials. */
export async function signOut(): Promise<void> {
  await session.signOut();
  await fetch("/media/session", { method: "DELETE", keepalive: true }).catch(() => {});
}

/** For calls that outlive their page. */
export const keepaliveApi = createApi((path, init) => fetch(path, { ...init, keepalive: true }));

export async function resumeSession(): Promise<void> {
  await session.resume();
  watchRole();
}

export async function openSession(user?: Parameters<typeof session.open>[0]): Promise<void> {
  await session.open(user);
  watchRole();
}

const roleCheckSeconds = { interval: 60, minimum: 5 };
let isWatchingRole = false;

function watchRole(): void {
  if (isWatchingRole) return;
  isWatchingRole = true;
  let checkedAt = systemClock.now().getTime();
  const checkRoleIfDue = (): void => {
    const now = systemClock.now().getTime();
    if (document.visibilityState !== "visible" || now - checkedAt < roleCheckSeconds.minimum * 1000) return;
    checkedAt = now;
    void session.checkRole();
  };
  setInterval(checkRoleIfDue, roleCheckSeconds.interval * 1000);
  document.addEventListener("visibilitychange", checkRoleIfDue);
  // Browsers without the Navigation API use the other two triggers.
  window.navigation?.addEventListener("navigatesuccess", checkRoleIfDue);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) catchUp();
  });
}

/** A document that the browser kept for Back has missed who logged in since; `followSession` handles a logout. */
function catchUp(): void {
  const token = storedToken();
  if (token === null || !currentSession().user || session.isOf(token)) return;
  // The next person must not see this one's data.
  setSession(visitor);
  resumeSession().catch(() => onSessionLost("Your session has ended. Log in again to continue."));
}

/** Milliseconds; calls back earlier if the connection returns. Returns a function that cancels. */
export function waitOrOnline(milliseconds: number, callback: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener("online", goOn);
  };
  const goOn = (): void => {
    stop();
    callback();
  };
  const timer = setTimeout(goOn, milliseconds);
  addEventListener("online", goOn);
  return stop;
}
