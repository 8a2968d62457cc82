import { identity } from "../../identity/client.ts";
import { systemClock } from "../../platform/clock.ts";
import { toast } from "../../ui/toast.ts";
import { forgetToken, storeToken, storedToken } from "./access-token-store.ts";
import { createSession } from "./create-session.ts";
import { currentSession, onSessionLost, setSession } from "./session-store.ts";

/** The session of this browser: who is here, and the API as them. */
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
    // Section 8 says so, to the letter; an operator looks for it.
    // oxlint-disable-next-line no-console
    onTokenFailure: (error) => console.warn("JWT Error:", error instanceof Error ? error.message : error),
  },
  origin: () => location.origin,
});

export const { api, apiOver, registerRecord, signOut, whileLoading } = session;

/** Finds out who keeps a token in this browser. Resolves when it is known; throws what the server refuses them. */
export async function resumeSession(): Promise<void> {
  await session.resume();
  followRole();
}

/** Opens the session of who has signed in. Throws when the server does not open it. */
export async function openSession(user?: Parameters<typeof session.open>[0]): Promise<void> {
  await session.open(user);
  followRole();
}

/** Seconds after which a page that is looked at knows of a new role, and for which it does not ask again. */
const roleSeconds = { most: 60, least: 5 };
let isFollowing = false;

/** Follows the role from now on: while the page can be seen, when it is looked at again, and with each change of page. */
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
  // Browsers without it have the other two.
  window.navigation?.addEventListener("navigatesuccess", look);
}

/** Waits, but not longer than until the network is back. */
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
