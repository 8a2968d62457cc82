import { identity } from "../../identity/client.ts";
import { systemClock } from "../../platform/clock.ts";
import { toast } from "../../ui/toast.ts";
import { forgetToken, storeToken, storedToken } from "./access-token-store.ts";
import { createSession } from "./create-session.ts";
import { currentSession, onSessionLost, setSession } from "./session-store.ts";

const session = createSession({
  transport: (path, init) => fetch(path, init),
  identity,
  storage: { read: storedToken, write: storeToken, forget: forgetToken },
  clock: { ...systemClock, wait: waitOrOnline },
  state: { get: currentSession, set: setSession },
  events: {
    onLost: (why) => onSessionLost(why),
    onRole: (role) =>
      toast(`You're ${role === "student" ? "a student" : `an ${role}`} now. Your menu has changed.`),
    // Section 8 fixes this text.
    // oxlint-disable-next-line no-console
    onTokenFailure: (error) => console.warn("JWT Error:", error instanceof Error ? error.message : error),
  },
  origin: () => location.origin,
});

export const { api, apiOver, registerRecord, signOut, whileLoading } = session;

export async function resumeSession(): Promise<void> {
  await session.resume();
  followRole();
}

export async function openSession(user?: Parameters<typeof session.open>[0]): Promise<void> {
  await session.open(user);
  followRole();
}

/** Polling interval and minimum interval, in seconds. */
const roleSeconds = { most: 60, least: 5 };
let isFollowing = false;

function followRole(): void {
  if (isFollowing) return;
  isFollowing = true;
  let askedAt = systemClock.now().getTime();
  const look = (): void => {
    const now = systemClock.now().getTime();
    if (document.visibilityState !== "visible" || now - askedAt < roleSeconds.least * 1000) return;
    askedAt = now;
    void session.checkRole();
  };
  setInterval(look, roleSeconds.most * 1000);
  document.addEventListener("visibilitychange", look);
  // Browsers without the Navigation API use the other two triggers.
  window.navigation?.addEventListener("navigatesuccess", look);
}

function waitOrOnline(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}
