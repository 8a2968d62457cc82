import type { Contracts } from "../../contracts.ts";
import { type IdentityUser, identity } from "../../identity/client.ts";
import { ApiError, type Transport, createClient, isAbort } from "../../platform/http/client.ts";
import { toast } from "../../ui/toast.ts";
import { forgetToken, needsRenewal, storeToken, storedToken } from "./access-token-store.ts";
import type { Role } from "./policy.ts";
import { currentSession, onSessionLost, setSession, visitor } from "./session-store.ts";

/** The API as the signed-in person, or as a visitor. Answers of 401 and 403 end the session (section 8). */
export const api = createClient<Contracts>(send);

/** The same for requests that go out in another way, such as one that tells its progress. */
export const apiOver = (transport: Transport) =>
  createClient<Contracts>((path, init) => send(path, init, transport));

async function send(path: string, init: RequestInit, transport?: Transport): Promise<Response> {
  const { role } = currentSession();
  const token = await currentToken();
  const response = await fetchOrExplain(path, withToken(init, token), transport);
  if (token && (await endsSession(response, role))) await loseSession();
  return response;
}

/** A refusal does not where the role has changed since the request was made: the pages of the old one are left anyway. */
async function endsSession({ status }: Response, role: Role | undefined): Promise<boolean> {
  if (status !== 403) return status === 401;
  await followRole();
  return role === undefined || currentSession().role === role;
}

/** The same, but a refusal ends nothing. */
const roleApi = createClient<Contracts>(async (path, init) =>
  fetchOrExplain(path, withToken(init, await currentToken())),
);

async function fetchOrExplain(
  path: string,
  init: RequestInit,
  transport: Transport = fetch,
): Promise<Response> {
  try {
    return await transport(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
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
  const { user } = currentSession();
  if (!user) return null;
  try {
    return await renewToken(user.email);
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
  setSession({ ...currentSession(), isLoading: true });
  let user: IdentityUser | null = null;
  try {
    user = await identity.currentUser();
    if (user) await renewToken(user.email);
    else forgetToken();
  } catch (error) {
    user = null;
    // Without a connection nobody has said that the session is over: the next page asks again.
    if (!isConnectionFailure(error)) forgetToken();
    throw error;
  } finally {
    setSession({ isLoading: false, user, role: undefined });
  }
  if (user) setSession({ ...currentSession(), role: await askRole(api, user.email) });
  followRoleWhileHere();
}

const isConnectionFailure = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "network-request-failed";

/** Asks for each role with the user's e-mail (section 6). */
async function askRole(client: typeof api, email: string): Promise<Role | undefined> {
  const [student, instructor, admin] = await Promise.all([
    hasRole.student(client, email),
    hasRole.instructor(client, email),
    hasRole.admin(client, email),
  ]);
  if (admin) return "admin";
  if (instructor) return "instructor";
  return student ? "student" : undefined;
}

type Ask = (client: typeof api, email: string) => Promise<boolean>;
const hasRole: Record<Role, Ask> = {
  student: async (client, email) =>
    (await client("GET /users/student/{email}", { params: { email } })).student,
  instructor: async (client, email) =>
    (await client("GET /users/instructor/{email}", { params: { email } })).instructor,
  admin: async (client, email) => (await client("GET /users/admin/{email}", { params: { email } })).admin,
};

/**
 * Asks whether the person still has the role that the pages show: one call, as long as nothing changed. When it is another,
 * the menu and the guards follow at once.
 */
async function followRole(): Promise<void> {
  const { user, role } = currentSession();
  if (!user || !role) return;
  try {
    if (await hasRole[role](roleApi, user.email)) return;
    const now = await askRole(roleApi, user.email);
    if (!now || currentSession().user !== user || currentSession().role === now) return;
    setSession({ ...currentSession(), role: now });
    toast(`You are ${now === "student" ? "a student" : `an ${now}`} now. The menu shows what that brings.`);
  } catch {
    // Without an answer nothing is known to have changed; whoever asks next finds out.
  }
}

/** Seconds after which a page that is looked at knows of a new role, and for which it does not ask again. */
const roleSeconds = { most: 60, least: 5 };
let isFollowing = false;

/** Follows the role from now on: while the page can be seen, when it is looked at again, and with each change of page. */
function followRoleWhileHere(): void {
  if (isFollowing) return;
  isFollowing = true;
  let askedAt = performance.now();
  const look = (): void => {
    const now = performance.now();
    if (document.visibilityState !== "visible" || now - askedAt < roleSeconds.least * 1000) return;
    askedAt = now;
    void followRole();
  };
  setInterval(look, roleSeconds.most * 1000);
  document.addEventListener("visibilitychange", look);
  // Browsers without it have the other two.
  window.navigation?.addEventListener("navigatesuccess", look);
}

/** Runs work that changes who is here, with the session marked as loading meanwhile. */
export async function whileLoading(work: () => Promise<void>): Promise<void> {
  setSession({ ...currentSession(), isLoading: true });
  try {
    await work();
  } finally {
    setSession({ ...currentSession(), isLoading: false });
  }
}

export async function signOut(): Promise<void> {
  await whileLoading(() => identity.signOut());
  forgetToken();
  setSession(visitor);
}

/** The server no longer knows us: out, and to the sign-in page. */
async function loseSession(): Promise<void> {
  if (!currentSession().user) return;
  setSession(visitor);
  forgetToken();
  await identity.signOut().catch(() => {});
  onSessionLost();
}
