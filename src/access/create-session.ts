import type { IdentityUser } from "../identity/client.ts";
import {
  ApiError,
  type Transport,
  createClient,
  endsSession,
  isAuthError,
  sendRequest,
  undefinedOn401,
} from "../http/client.ts";
import type { Contracts } from "../features.ts";
import type { SessionDependencies } from "./session.ts";
import { claimsIn } from "./token-claims.ts";
import { type Session, visitor } from "./session-store.ts";

/** Seconds before expiry, so that the next request still completes. */
const renewalSeconds = 60;
/** Milliseconds: 1 s, doubled up to 30 s (section 9). */
const backoffDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000);

const sessionEnded = "Your session has ended. Log in again to continue.";
/** Only a refusal by the server discards a token; network errors are retried. */
export function createSession({ transport, identity, storage, clock, state, events }: SessionDependencies) {
  /** Incremented on each change of user, so that a stale response is ignored. */
  let generation = 0;

  const send = async (path: string, init: RequestInit, via: Transport): Promise<Response> => {
    const before = state.get();
    const token = await currentToken();
    let response = await sendRequest(via, path, init, token);
    if (!token) return response;
    if (response.status === 401) {
      // A new token fixes a wrong device clock or a rotated server secret.
      const newToken = await replaceToken(token);
      if (newToken !== undefined) response = await sendRequest(via, path, init, newToken);
    }
    if (response.status === 401) endSession(sessionEnded);
    if (response.status === 403 && (await endsSession(response))) await endSessionUnlessChanged(before);
    return response;
  };

  const createApi = (via: Transport) => createClient<Contracts>((path, init) => send(path, init, via));
  const api = createApi(transport);

  /** The stored token stays until the server has ended the session: its removal notifies other tabs. */
  let isSigningOut = false;

  async function currentToken(): Promise<string | null> {
    const token = isSigningOut ? null : storage.read();
    if (!token || !isRenewalDue(token)) return token;
    const { user } = state.get();
    // The response to the old token decides whether the session is over.
    return user && renewToken(user.email).catch(() => token);
  }

  const isRenewalDue = (token: string): boolean =>
    (claimsIn(token).exp ?? 0) - clock.now().getTime() / 1000 < renewalSeconds;

  /** Null continues as a visitor; undefined means that the session is over. */
  async function replaceToken(rejectedToken: string): Promise<string | null | undefined> {
    const { user } = state.get();
    const stored = storage.read();
    if (stored !== rejectedToken) return stored;
    try {
      return user && (await renewToken(user.email));
    } catch (error) {
      if (isAuthError(error)) return undefined;
      throw error;
    }
  }

  let renewal: { readonly email: string; readonly token: Promise<string> } | undefined;

  /** Concurrent callers share one exchange. */
  function renewToken(email: string): Promise<string> {
    if (renewal?.email === email) return renewal.token;
    const token = exchange(email)
      .catch(exchangeForNewEmail)
      .then((newToken) => {
        storage.write(newToken);
        return newToken;
      })
      .catch((error: unknown) => {
        events.onTokenFailure(error);
        throw error;
      })
      .finally(() => {
        if (renewal?.token === token) renewal = undefined;
      });
    renewal = { email, token };
    return token;
  }

  const exchange = async (email: string): Promise<string> =>
    (await identityApi("POST /jwt", { body: { email } })).token;

  /** The same person's email may have changed elsewhere. Another person's token is refused. */
  async function exchangeForNewEmail(error: unknown): Promise<string> {
    const user = error instanceof ApiError && error.code === "other-email" && (await identity.currentUser());
    if (!user) throw error;
    const token = await exchange(user.email);
    const me = await fetchMe(token);
    if (me._id !== personId) throw error;
    state.set({ ...state.get(), ...asMember(user, me) });
    return token;
  }

  const identityApi = createClient<
    Pick<
      Contracts,
      "GET /registration" | "POST /account/deletion" | "POST /account/export" | "POST /jwt" | "POST /users"
    >
  >(async (path, init) => sendRequest(transport, path, init, await identity.idToken()));

  async function fetchMe(token: string) {
    const me = await createClient<Pick<Contracts, "GET /me">>((path, init) =>
      sendRequest(transport, path, init, token),
    )("GET /me");
    events.onUnread(me.unread);
    return me;
  }

  async function findSession(): Promise<Session> {
    const token = storage.read();
    const storedTokenMe = token && !isRenewalDue(token) ? fetchMe(token).catch(undefinedOn401) : undefined;
    const [user, me] = await Promise.all([identity.currentUser(), storedTokenMe]);
    if (!user) {
      storage.remove();
      return visitor;
    }
    const known = me?.email === user.email ? me : await fetchMe(await renewToken(user.email));
    return { ...visitor, ...asMember(user, known) };
  }

  type Me = Awaited<ReturnType<typeof fetchMe>>;
  let personId: string | undefined;

  /** Uses the record's name and photo: the identity's date from sign-up or Google. */
  function asMember(user: IdentityUser, me: Me): Pick<Session, "user" | "role" | "needsAge"> {
    personId = me._id;
    return {
      user: { ...user, displayName: me.name, photoURL: me.image },
      role: me.role,
      needsAge: !me.isAgeKnown,
    };
  }

  /** Retries until the user is known. Throws the refusal of the server. */
  async function resume(): Promise<void> {
    const ownGeneration = ++generation;
    setLoading(true);
    await retryUntilAnswered(ownGeneration, async () => adopt(ownGeneration, await findSession()));
  }

  /** Unless another tab has logged out meanwhile. */
  function adopt(ownGeneration: number, session: Session): void {
    if (ownGeneration === generation && (!session.user || storage.read() !== null)) state.set(session);
  }

  async function refreshUser(): Promise<void> {
    const ownGeneration = generation;
    adopt(ownGeneration, await findSession());
  }

  /** Opens a session after sign-in or from an identity cookie. Throws when the server refuses; the role may follow. */
  async function open(signedIn?: IdentityUser): Promise<void> {
    const ownGeneration = ++generation;
    setLoading(true);
    let user: IdentityUser | null = null;
    try {
      user = signedIn ?? (await identity.currentUser());
      if (user) await renewToken(user.email);
    } catch (error) {
      if (ownGeneration === generation) state.set(visitor);
      throw error;
    }
    if (ownGeneration !== generation) return;
    if (!user) storage.remove();
    state.set({ ...visitor, user });
    if (user) await retryUntilAnswered(ownGeneration, () => findRole(ownGeneration), "later");
  }

  async function findRole(ownGeneration: number): Promise<void> {
    const me = await fetchMe(storage.read() ?? "");
    const { user } = state.get();
    if (ownGeneration === generation && user)
      state.set({ ...state.get(), ...asMember(user, me), isReconnecting: false });
  }

  /** Retries with backoff until success or refusal. With "later", the caller waits for the first attempt only. */
  async function retryUntilAnswered(
    ownGeneration: number,
    work: () => Promise<void>,
    mode: "now" | "later" = "now",
    failures = 0,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (ownGeneration !== generation) return;
      if (isAuthError(error)) {
        storage.remove();
        state.set(visitor);
        throw error;
      }
      state.set({ ...state.get(), isReconnecting: true });
      const retry = async (): Promise<void> => {
        await clock.wait(backoffDelay(failures));
        if (ownGeneration === generation) await retryUntilAnswered(ownGeneration, work, "now", failures + 1);
      };
      const retrying = retry();
      if (mode === "now") await retrying;
      else retrying.catch(() => events.onLost(sessionEnded));
    }
  }

  async function checkRole(): Promise<"same" | "changed" | "unknown"> {
    const { user, role } = state.get();
    const token = await currentToken();
    if (!user || !role || !token) return "unknown";
    try {
      const me = await fetchMe(token);
      if (state.get().user !== user) return "same";
      if (me.email !== user.email)
        return await refreshUser().then(
          () => "changed" as const,
          () => "unknown" as const,
        );
      if (state.get().role === me.role) return "same";
      state.set({ ...state.get(), role: me.role });
      events.onRole(me.role);
      return "changed";
    } catch (error) {
      // All roles may call GET /me, so a 403 means a suspended account.
      if (error instanceof ApiError && error.status === 403) endSession(error.message);
      // Logged out elsewhere. Without an answer the session stays.
      if (isAuthError(error) && (await replaceToken(token).catch(() => null)) === undefined)
        endSession(sessionEnded);
      return "unknown";
    }
  }

  /** A role change closes the old role's pages anyway; a path with an old email is requested again. */
  async function endSessionUnlessChanged({ user, role }: Session): Promise<void> {
    const found = await checkRole();
    const now = state.get();
    if (found === "same" && now.role === role && now.user?.email === user?.email) endSession(sessionEnded);
  }

  /** Specification, section 8: signs out and leads to the login page. */
  function endSession(why: string): void {
    if (!state.get().user) return;
    events.onLost(why);
    leave("lost");
    void identity.signOut().catch(() => {});
  }

  const setLoading = (isLoading: boolean): void => state.set({ ...state.get(), isLoading });

  function leave(ended: "lost" | "logout"): void {
    generation += 1;
    storage.remove();
    state.set({ ...visitor, ended });
  }

  return {
    /** Ends the session on a 401, or a 403 whose problem ends it (section 8). */
    api,
    createApi,
    request: (path: string, init: RequestInit) => send(path, init, transport),
    /** For requests outside the API, such as uploads; renewed before it expires. */
    currentToken,
    /** Sends an identity token, which contains the time of the sign-in. */
    identityApi,
    resume,
    refreshUser,
    open,
    checkRole,
    /** Whether it is a token of the person who is logged in. */
    isOf: (token: string) => claimsIn(token).sub === personId,

    /** Hides the account first: its tokens end with the session, so requests in flight are refused. */
    signOut: async (): Promise<void> => {
      const before = state.get();
      isSigningOut = true;
      state.set({ ...visitor, isLoading: true });
      try {
        await identity.signOut();
        leave("logout");
      } catch (error) {
        state.set(before);
        throw error;
      } finally {
        isSigningOut = false;
      }
    },

    forget: () => leave("logout"),
  };
}
