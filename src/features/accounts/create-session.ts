import type { Contracts } from "../../contracts.ts";
import type { IdentityUser, identity } from "../../identity/client.ts";
import type { Clock } from "../../platform/clock.ts";
import { ApiError, type Transport, createClient, isAbort } from "../../http/client.ts";
import { isPictureUrl, withoutOrigin } from "../../platform/picture-url.ts";
import { noConnection } from "../../ui/connection.ts";
import type { Role } from "./policy.ts";
import { type Session, visitor } from "./session-state.ts";

export interface SessionParts {
  /** Takes a request to the API, as `fetch` does. */
  readonly transport: Transport;
  readonly identity: Pick<typeof identity, "currentUser" | "idToken" | "signOut">;
  /** Where the access token is kept. */
  readonly storage: {
    readonly read: () => string | null;
    readonly write: (token: string) => void;
    readonly forget: () => void;
  };
  readonly clock: Clock & { readonly wait: (milliseconds: number) => Promise<void> };
  /** What the pages show. */
  readonly state: { readonly get: () => Session; readonly set: (next: Session) => void };
  readonly events: {
    /** The server no longer knows the person. `why` is a sentence for them. */
    readonly onLost: (why: string) => void;
    readonly onRole: (role: Role) => void;
    readonly onTokenFailure: (error: unknown) => void;
  };
  /** The site's own origin; asked for late, since the server loads this as well. */
  readonly origin: () => string;
}

/** Seconds before its end at which a token is renewed: time enough for the request that is about to use it. */
const renewalSeconds = 60;
/** Milliseconds until the next try, after so many that failed: 1 s, doubled each time, 30 s at most (section 9). */
const pauseAfter = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000);

const sessionEnded = "Your session has ended. Log in again to continue.";
/** For people whose identity provider gives a picture that pages cannot show. */
const portraitOfNobody = "/drawings/portrait-ghost.svg";

/**
 * Who is using the browser, and the API as them. A token is forgotten only when the server refuses it: a failure on the
 * way says nothing about the session, and is tried again.
 */
export function createSession({ transport, identity, storage, clock, state, events, origin }: SessionParts) {
  /** Counts what changes who is here, so that a slow answer to an earlier question changes nothing. */
  let turn = 0;

  const send = async (path: string, init: RequestInit, over: Transport): Promise<Response> => {
    const { role } = state.get();
    const token = await currentToken();
    let response = await explained(over, path, withToken(init, token));
    if (!token) return response;
    if (response.status === 401) {
      // This device's clock may be wrong, or the server's secret a new one: a new token settles it.
      const fresh = await tokenInsteadOf(token);
      if (fresh !== undefined) response = await explained(over, path, withToken(init, fresh));
    }
    if (response.status === 401) lose(sessionEnded);
    if (response.status === 403) await loseUnlessRoleChanged(role);
    return response;
  };

  const clientOver = (over: Transport) => createClient<Contracts>((path, init) => send(path, init, over));
  const api = clientOver(transport);

  /** The stored token, renewed when it is about to end; null for visitors. */
  async function currentToken(): Promise<string | null> {
    const token = storage.read();
    if (!token || !isDue(token)) return token;
    const { user } = state.get();
    if (!user) return null;
    // What the API answers to the old one decides whether the session is over.
    return renewToken(user.email).catch(() => token);
  }

  const isDue = (token: string): boolean => endOf(token) - clock.now().getTime() / 1000 < renewalSeconds;

  /** After a refused token: another one, null to go on as a visitor, undefined when the session is over. */
  async function tokenInsteadOf(refused: string): Promise<string | null | undefined> {
    const { user } = state.get();
    const stored = storage.read();
    if (stored !== refused) return stored;
    if (!user) return null;
    try {
      return await renewToken(user.email);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  let renewal: { readonly email: string; readonly token: Promise<string> } | undefined;

  /** Exchanges an identity token for an access token; several who ask at once share one exchange. */
  function renewToken(email: string): Promise<string> {
    if (renewal?.email === email) return renewal.token;
    const token = identityApi("POST /jwt", { body: { email } })
      .then((answer) => {
        storage.write(answer.token);
        return answer.token;
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

  /** The calls that bear the identity token: they come before there is an access token. */
  const identityApi = createClient<Pick<Contracts, "POST /jwt" | "POST /users">>(async (path, init) =>
    explained(transport, path, withToken(init, await identity.idToken())),
  );

  /** Who the server says that the token's bearer is. It ends nothing. */
  const askMe = (token: string) =>
    createClient<Pick<Contracts, "GET /me">>((path, init) =>
      explained(transport, path, withToken(init, token)),
    )("GET /me");

  /** Finds out who is here: by the stored token at once where it still holds. */
  async function find(): Promise<Session> {
    const token = storage.read();
    const known = token && !isDue(token) ? askMe(token).catch(undefinedOn401) : undefined;
    const [user, me] = await Promise.all([identity.currentUser(), known]);
    if (!user) {
      storage.forget();
      return visitor;
    }
    const { role } = me?.email === user.email ? me : await askMe(await renewToken(user.email));
    return { ...visitor, user, role };
  }

  /** Somebody whose browser keeps a token: tries until it is known who they are. Throws what the server refuses them. */
  async function resume(): Promise<void> {
    const mine = ++turn;
    state.set({ ...state.get(), isLoading: true });
    await untilAnswered(mine, async () => {
      const found = await find();
      if (mine === turn) state.set(found);
    });
  }

  /**
   * Opens the session of somebody who has just signed in, or may still be known to the identity provider. Throws when the
   * server does not open it; the role may come later.
   */
  async function open(signedIn?: IdentityUser): Promise<void> {
    const mine = ++turn;
    state.set({ ...state.get(), isLoading: true });
    let user: IdentityUser | null = null;
    try {
      user = signedIn ?? (await identity.currentUser());
      if (user) await renewToken(user.email);
    } catch (error) {
      if (mine === turn) state.set(visitor);
      throw error;
    }
    if (mine !== turn) return;
    if (!user) storage.forget();
    state.set({ ...visitor, user });
    if (user) await untilAnswered(mine, () => findRole(mine), "later");
  }

  async function findRole(mine: number): Promise<void> {
    const { role } = await askMe(storage.read() ?? "");
    if (mine === turn) state.set({ ...state.get(), role, isReconnecting: false });
  }

  /**
   * Does the work again, with growing pauses, as long as it fails without a refusal; the pages say so meanwhile.
   * @param when "later": only the first try is waited for
   */
  async function untilAnswered(
    mine: number,
    work: () => Promise<void>,
    when: "now" | "later" = "now",
    failures = 0,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (mine !== turn) return;
      if (isRefusal(error)) {
        storage.forget();
        state.set(visitor);
        throw error;
      }
      state.set({ ...state.get(), isReconnecting: true });
      const tryAgain = async (): Promise<void> => {
        await clock.wait(pauseAfter(failures));
        if (mine === turn) await untilAnswered(mine, work, "now", failures + 1);
      };
      const again = tryAgain();
      if (when === "now") await again;
      // Its refusal ends the session as any other call's does.
      else again.catch(() => events.onLost(sessionEnded));
    }
  }

  /** Asks whether the person still has the role that the pages show; when it is another, the pages follow. */
  async function checkRole(): Promise<"same" | "changed" | "unknown"> {
    const { user, role } = state.get();
    const token = await currentToken();
    if (!user || !role || !token) return "unknown";
    try {
      const me = await askMe(token);
      if (state.get().user !== user || state.get().role === me.role) return "same";
      state.set({ ...state.get(), role: me.role });
      events.onRole(me.role);
      return "changed";
    } catch (error) {
      // Anybody signed in may ask, so a 403 is said of the account.
      if (error instanceof ApiError && error.status === 403) lose(error.message);
      return "unknown";
    }
  }

  /** The pages of the old role are left anyway when it has changed since the request was made. */
  async function loseUnlessRoleChanged(role: Role | undefined): Promise<void> {
    if ((await checkRole()) === "same" && state.get().role === role) lose(sessionEnded);
  }

  /** The server no longer knows us: out, and to the login page (section 8). */
  function lose(why: string): void {
    if (!state.get().user) return;
    turn += 1;
    storage.forget();
    events.onLost(why);
    state.set({ ...visitor, ended: "lost" });
    void identity.signOut().catch(() => {});
  }

  /** Runs work that changes who is here, with the session marked as loading meanwhile (section 4). */
  async function whileLoading<Result>(work: () => Promise<Result>): Promise<Result> {
    state.set({ ...state.get(), isLoading: true });
    try {
      return await work();
    } finally {
      state.set({ ...state.get(), isLoading: false });
    }
  }

  return {
    /** The API as the signed-in person, or as a visitor. Answers of 401 and 403 end the session (section 8). */
    api,
    /** The same for requests that go out in another way, such as one that reports its progress. */
    apiOver: clientOver,
    resume,
    open,
    checkRole,
    whileLoading,

    /** Stores the person's record. Returns its id, or null when there was one. */
    registerRecord: async ({ displayName, email, photoURL }: IdentityUser): Promise<string | null> => {
      const picture = withoutOrigin(photoURL, origin());
      const image = isPictureUrl(picture) ? picture : portraitOfNobody;
      return (await identityApi("POST /users", { body: { name: displayName, email, image } })).insertedId;
    },

    signOut: async (): Promise<void> => {
      await whileLoading(() => identity.signOut());
      turn += 1;
      storage.forget();
      state.set({ ...visitor, ended: "logout" });
    },
  };
}

/** Whether the server has said no, instead of not answering. */
const isRefusal = (error: unknown): boolean => {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return status === 401 || status === 403;
};

function undefinedOn401(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return undefined;
  throw error;
}

/** When the token ends, in seconds. This device's clock decides only when to renew, not what is valid. */
function endOf(token: string): number {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return (JSON.parse(atob(payload)) as { exp?: number }).exp ?? 0;
  } catch {
    return 0;
  }
}

async function explained(over: Transport, path: string, init: RequestInit): Promise<Response> {
  try {
    return await over(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, "network-request-failed", noConnection);
  }
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  if (!token) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
