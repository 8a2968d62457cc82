import { useSyncExternalStore } from "react";
import type { Contracts } from "../../contracts.ts";
import { type IdentityUser, identity } from "../../identity/client.ts";
import { ApiError, createClient } from "../../platform/http/client.ts";
import {
  forgetToken,
  needsRenewal,
  onTokenElsewhere,
  storeToken,
  storedToken,
} from "./access-token-store.ts";
import type { Role } from "./policy.ts";

/** Who is using the browser, as far as is known. */
export interface Session {
  /** True until the identity provider has reported a user or none, and during sign-up, sign-in and sign-out (section 4). */
  readonly isLoading: boolean;
  readonly user: IdentityUser | null;
  /** Undefined until the server has told it, and for visitors. */
  readonly role: Role | undefined;
}

let session: Session = { isLoading: true, user: null, role: undefined };
const serverSession = session;
const listeners = new Set<() => void>();
let onSessionLost: () => void = () => {};

function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => serverSession,
  );

/** The API as the signed-in person, or as a visitor. Answers of 401 and 403 end the session (section 8). */
export const api = createClient<Contracts>(send);

async function send(path: string, init: RequestInit): Promise<Response> {
  const token = await currentToken();
  const response = await fetchOrExplain(path, withToken(init, token));
  if (token && (response.status === 401 || response.status === 403)) await loseSession();
  return response;
}

async function fetchOrExplain(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new ApiError(
      0,
      "network-request-failed",
      "There is no connection to Senga. Check your network, then try again.",
    );
  }
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  if (!token) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

/** The stored token, renewed without a word when it is about to end; null for visitors. */
async function currentToken(): Promise<string | null> {
  const token = storedToken();
  if (!token || !needsRenewal(token)) return token;
  if (!session.user) return null;
  try {
    return await renewToken(session.user.email);
  } catch {
    // The API's 401 to the old token then says that the session is over.
    return token;
  }
}

let renewal: Promise<string> | undefined;

/** Exchanges a fresh identity token for an access token; several who ask at once share one exchange. */
function renewToken(email: string): Promise<string> {
  renewal ??= identityApi("POST /jwt", { body: { email } })
    .then(({ token }) => {
      storeToken(token);
      return token;
    })
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

/** The calls that bear the identity token: they come before there is an access token. */
const identityApi = createClient<Pick<Contracts, "POST /jwt" | "POST /users">>(async (path, init) =>
  fetchOrExplain(path, withToken(init, await identity.idToken())),
);

/** Stores the signed-in person's record. Returns its id, or null when there was one. */
export async function registerRecord(user: IdentityUser): Promise<string | null> {
  const body = { name: user.displayName, email: user.email, image: user.photoURL };
  return (await identityApi("POST /users", { body })).insertedId;
}

/**
 * Finds out who is here: asks the identity provider, exchanges its token, then asks the server for the role. Also
 * after a sign-in. Throws ApiError when the person is known but the server does not open a session.
 */
export async function refreshSession(): Promise<void> {
  setSession({ ...session, isLoading: true });
  let user: IdentityUser | null = null;
  try {
    user = await identity.currentUser();
    if (user) await renewToken(user.email);
    else forgetToken();
  } catch (error) {
    forgetToken();
    user = null;
    throw error;
  } finally {
    setSession({ isLoading: false, user, role: undefined });
  }
  if (user) setSession({ ...session, role: await askRole(user.email) });
}

/** Asks for each role with the user's e-mail (section 6). */
async function askRole(email: string): Promise<Role | undefined> {
  const params = { email };
  const [{ student }, { instructor }, { admin }] = await Promise.all([
    api("GET /users/student/{email}", { params }),
    api("GET /users/instructor/{email}", { params }),
    api("GET /users/admin/{email}", { params }),
  ]);
  if (admin) return "admin";
  if (instructor) return "instructor";
  return student ? "student" : undefined;
}

/** Runs work that changes who is here, with the session marked as loading meanwhile. */
export async function whileLoading(work: () => Promise<void>): Promise<void> {
  setSession({ ...session, isLoading: true });
  try {
    await work();
  } finally {
    setSession({ ...session, isLoading: false });
  }
}

export async function signOut(): Promise<void> {
  await whileLoading(() => identity.signOut());
  forgetToken();
  setSession({ isLoading: false, user: null, role: undefined });
}

/** The server no longer knows us: out, and to the sign-in page. */
async function loseSession(): Promise<void> {
  if (!session.user) return;
  setSession({ isLoading: false, user: null, role: undefined });
  forgetToken();
  await identity.signOut().catch(() => {});
  onSessionLost();
}

/**
 * Begins to follow who is here, in this tab and in others.
 * @param lost is called when the session has ended against the person's will
 * @returns how to end it
 */
export function followSession(lost: () => void, failed: (error: unknown) => void): () => void {
  onSessionLost = lost;
  refreshSession().catch(failed);
  return onTokenElsewhere((token) => {
    const isOut = session.user === null;
    if (isOut === (token === null)) return;
    refreshSession().catch(failed);
  });
}
