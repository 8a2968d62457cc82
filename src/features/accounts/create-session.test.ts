import { describe, expect, test } from "vitest";
import { IdentityError, type IdentityUser } from "../../identity/client.ts";
import { createSession } from "./create-session.ts";
import { type Session, visitor } from "./session-state.ts";

const ada: IdentityUser = {
  email: "ada@example.org",
  displayName: "Ada",
  photoURL: "/drawings/portrait-cat.svg",
  emailVerified: true,
};
const now = new Date("2026-11-21T12:00:00Z");

const token = (name: string, seconds = 900): string =>
  `header.${btoa(JSON.stringify({ exp: now.getTime() / 1000 + seconds, name }))}.signature`;

const me = (role: string) => ({ _id: "1", name: "Ada", email: ada.email, image: ada.photoURL, role });
const problem = (status: number) => ({
  status,
  body: { code: "some-code", detail: `Refused with ${status}.` },
});
const offline = "offline";

type Answer = { readonly status?: number; readonly body?: object } | typeof offline;

/** Returns the answers of each path in order, then repeats the last. */
function browser({
  stored = token("stored"),
  answers = {},
  users = [ada],
}: {
  stored?: string | null;
  answers?: Record<string, Answer[]>;
  users?: (IdentityUser | null | IdentityError)[];
} = {}) {
  const sent: string[] = [];
  const bodies: unknown[] = [];
  const waits: number[] = [];
  const events: string[] = [];
  const answersByKey: Record<string, Answer[]> = {
    "POST /api/jwt": [{ body: { token: token("fresh") } }],
    "GET /api/me": [{ body: me("student") }],
    ...answers,
  };
  const next = <Item>(items: Item[]): Item => (items.length > 1 ? items.shift()! : items[0]!);
  let savedToken = stored;
  let state: Session = { ...visitor, isLoading: true };
  let onWait = (): void | Promise<void> => {};
  const session = createSession({
    transport: async (path, init) => {
      const key = `${init.method} ${path}`;
      const bearer = new Headers(init.headers).get("authorization")?.slice("Bearer ".length) ?? "";
      const name = bearer.startsWith("header.") ? JSON.parse(atob(bearer.split(".")[1]!)).name : bearer;
      sent.push(`${key} ${name}`.trim());
      if (typeof init.body === "string") bodies.push(JSON.parse(init.body));
      const answer = next(answersByKey[key] ?? [{ body: [] }]);
      if (answer === offline) throw new TypeError("Failed to fetch");
      return Response.json(answer.body ?? {}, { status: answer.status ?? 200 });
    },
    identity: {
      currentUser: async () => {
        const user = next(users);
        if (user instanceof IdentityError) throw user;
        return user;
      },
      idToken: async () => "identity-token",
      signOut: async () => void sent.push("signed out"),
    },
    storage: {
      read: () => savedToken,
      write: (written) => (savedToken = written),
      remove: () => (savedToken = null),
    },
    clock: {
      now: () => now,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        await onWait();
      },
    },
    state: { get: () => state, set: (set) => (state = set) },
    events: {
      onLost: (why) => events.push(`lost: ${why}`),
      onRole: (role) => events.push(`role: ${role}`),
      onTokenFailure: () => events.push("JWT Error:"),
    },
    origin: () => "http://localhost:3000",
  });
  return {
    session,
    sent,
    bodies,
    waits,
    events,
    answer: (key: string, ...list: Answer[]) => (answersByKey[key] = list),
    get savedToken() {
      return savedToken;
    },
    get state() {
      return state;
    },
    whileWaiting: (work: () => void | Promise<void>) => (onWait = work),
  };
}

const student = { ...visitor, user: ada, role: "student" };

describe("a page is loaded with a stored token", () => {
  test("that still holds: it is not renewed, and one call tells the role", async () => {
    const at = browser();
    await at.session.resume();
    expect(at.state).toEqual(student);
    expect(at.sent).toEqual(["GET /api/me stored"]);
  });

  test("that is about to end: it is exchanged first", async () => {
    const at = browser({ stored: token("stored", 59) });
    await at.session.resume();
    expect(at.state).toEqual(student);
    expect(at.sent).toEqual(["POST /api/jwt identity-token", "GET /api/me fresh"]);
    expect(at.savedToken).toBe(token("fresh"));
  });

  test("that the server no longer takes: it is exchanged", async () => {
    const at = browser({ answers: { "GET /api/me": [problem(401), { body: me("admin") }] } });
    await at.session.resume();
    expect(at.state.role).toBe("admin");
    expect(at.sent).toEqual(["GET /api/me stored", "POST /api/jwt identity-token", "GET /api/me fresh"]);
  });

  test("of somebody else than who is signed in: it is exchanged", async () => {
    const at = browser({
      answers: {
        "GET /api/me": [{ body: { ...me("admin"), email: "boss@example.org" } }, { body: me("student") }],
      },
    });
    await at.session.resume();
    expect(at.state).toEqual(student);
    expect(at.sent).toContain("POST /api/jwt identity-token");
  });

  test.each([
    ["429", problem(429)],
    ["500", problem(500)],
    ["502", { status: 502 }],
    ["503", problem(503)],
    ["no connection", offline],
  ] as [string, Answer][])("and %s: nobody is signed out, and it goes on by itself", async (_, failure) => {
    const due = token("stored", 0);
    const at = browser({
      stored: due,
      answers: {
        "POST /api/jwt": [failure, failure, { body: { token: token("fresh") } }],
        "GET /api/me": [failure, { body: me("student") }],
      },
    });
    const seen: unknown[] = [];
    at.whileWaiting(() => void seen.push([at.savedToken, at.state]));
    await at.session.resume();
    const reconnecting = { ...visitor, isLoading: true, isReconnecting: true };
    expect(seen).toEqual([
      [due, reconnecting],
      [due, reconnecting],
      [token("fresh"), reconnecting],
    ]);
    expect(at.waits).toEqual([1000, 2000, 4000]);
    expect(at.state).toEqual(student);
    expect(at.events).toEqual(["JWT Error:", "JWT Error:"]);
  });

  test("and the identity provider does not answer: it is asked again, at most every 30 seconds", async () => {
    const failure = new IdentityError("internal-error", "Something went wrong.", 503);
    const at = browser({ users: [...Array.from({ length: 7 }, () => failure), ada] });
    await at.session.resume();
    expect(at.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(at.state).toEqual(student);
  });

  test("whose session has ended: they are a visitor, without a word", async () => {
    const at = browser({ users: [null] });
    await at.session.resume();
    expect([at.state, at.savedToken, at.events]).toEqual([visitor, null, []]);
  });

  test.each([401, 403])(
    "and the exchange is refused with %i: the token is forgotten, and it is told",
    async (status) => {
      const at = browser({ stored: token("stored", 0), answers: { "POST /api/jwt": [problem(status)] } });
      await expect(at.session.resume()).rejects.toThrow(`Refused with ${status}.`);
      expect([at.state, at.savedToken, at.waits]).toEqual([visitor, null, []]);
    },
  );

  test("and they log out while it is tried again: nothing comes back", async () => {
    const at = browser({ answers: { "GET /api/me": [offline, { body: me("student") }] } });
    at.whileWaiting(() => at.session.signOut());
    await at.session.resume();
    expect(at.state).toEqual({ ...visitor, ended: "logout" });
    expect(at.savedToken).toBeNull();
  });
});

describe("after signing in", () => {
  test("the session is open with its role", async () => {
    const at = browser({ stored: null });
    await at.session.open(ada);
    expect([at.state, at.savedToken]).toEqual([student, token("fresh")]);
  });

  test("a refused or failed exchange is told, and nobody is signed in", async () => {
    for (const failure of [problem(403), problem(503), offline] as const) {
      const at = browser({ stored: null, answers: { "POST /api/jwt": [failure] } });
      await expect(at.session.open(ada)).rejects.toThrow(/Refused|Can't reach/);
      expect([at.state, at.events]).toEqual([visitor, ["JWT Error:"]]);
    }
  });

  test("a role that cannot be asked for comes later, and the page says so until then", async () => {
    const at = browser({
      stored: null,
      answers: { "GET /api/me": [problem(503), offline, { body: me("instructor") }] },
    });
    const known = new Promise<void>((done) => {
      at.whileWaiting(async () => {
        if (at.waits.length === 2) setImmediate(done);
      });
    });
    await at.session.open(ada);
    expect(at.state).toEqual({ ...visitor, user: ada, isReconnecting: true });
    await known;
    expect(at.state).toEqual({ ...visitor, user: ada, role: "instructor" });
  });

  test("the picture of the local Google is stored by its path, and one that no page shows not at all", async () => {
    for (const [photoURL, image] of [
      ["http://localhost:3000/drawings/portrait-fox.svg", "/drawings/portrait-fox.svg"],
      ["http://example.org/me.png", "/drawings/portrait-ghost.svg"],
    ] as const) {
      const at = browser({ answers: { "POST /api/users": [{ body: { insertedId: "1" } }] } });
      expect(await at.session.registerRecord({ ...ada, photoURL })).toBe("1");
      expect(at.bodies).toEqual([{ name: "Ada", email: ada.email, image }]);
    }
  });
});

describe("a call of the API", () => {
  const signedIn = async (options: Parameters<typeof browser>[0] = {}) => {
    const at = browser(options);
    await at.session.resume();
    at.sent.length = 0;
    return at;
  };
  const payments = { params: { email: ada.email }, query: {} };
  const path = `GET /api/payments/${encodeURIComponent(ada.email)}`;

  test.each([429, 500, 502, 503])("that fails with %i ends nothing", async (status) => {
    const at = await signedIn({ answers: { [path]: [problem(status)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status });
    expect([at.state, at.savedToken]).toEqual([student, token("stored")]);
  });

  test("without a connection says so, and ends nothing", async () => {
    const at = await signedIn({ answers: { [path]: [offline] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toThrow("Can't reach Senga.");
    expect(at.state).toEqual(student);
  });

  test("with a token that is about to end has it renewed once, whoever asks", async () => {
    const at = await signedIn();
    const due = token("due", 30);
    at.answer("POST /api/jwt", { body: { token: due } });
    at.answer(path, problem(401), { body: [] });
    await at.session.api("GET /payments/{email}", payments);
    at.sent.length = 0;
    at.answer("POST /api/jwt", { body: { token: token("fresh") } });
    await Promise.all([1, 2, 3].map(() => at.session.api("GET /payments/{email}", payments)));
    expect(at.sent).toEqual([
      "POST /api/jwt identity-token",
      `${path} fresh`,
      `${path} fresh`,
      `${path} fresh`,
    ]);
  });

  test("that is refused with 401 is made again with a new token: this device's clock may be wrong", async () => {
    const at = await signedIn({ answers: { [path]: [problem(401), { body: [{ _id: "1" }] }] } });
    expect(await at.session.api("GET /payments/{email}", payments)).toEqual([{ _id: "1" }]);
    expect(at.sent).toEqual([`${path} stored`, "POST /api/jwt identity-token", `${path} fresh`]);
    expect(at.state).toEqual(student);
  });

  test("that is refused with 401, and so is a new token: the session is over", async () => {
    const at = await signedIn({ answers: { [path]: [problem(401)], "POST /api/jwt": [problem(401)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 401 });
    expect(at.state).toEqual({ ...visitor, ended: "lost" });
    expect(at.savedToken).toBeNull();
    expect(at.events).toEqual(["JWT Error:", "lost: Your session has ended. Log in again to continue."]);
    expect(at.sent.at(-1)).toBe("signed out");
  });

  test("that is refused with 401 while no new token can be had ends nothing", async () => {
    const at = await signedIn({ answers: { [path]: [problem(401)], "POST /api/jwt": [problem(503)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 503 });
    expect([at.state, at.savedToken]).toEqual([student, token("stored")]);
  });

  test("that is refused with 403 ends the session where the role is the same", async () => {
    const at = await signedIn({ answers: { [path]: [problem(403)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 403 });
    expect(at.state).toEqual({ ...visitor, ended: "lost" });
  });

  test("that is refused with 403 because the role has changed shows the new one", async () => {
    const at = await signedIn({ answers: { [path]: [problem(403)] } });
    at.answer("GET /api/me", { body: me("instructor") });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 403 });
    expect(at.state).toEqual({ ...student, role: "instructor" });
    expect(at.events).toEqual(["role: instructor"]);
  });

  test("that is refused with 403 while the role cannot be asked for ends nothing", async () => {
    const at = await signedIn({ answers: { [path]: [problem(403)] } });
    at.answer("GET /api/me", offline);
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 403 });
    expect(at.state).toEqual(student);
  });
});

describe("the role is asked for now and then", () => {
  test("and the pages follow a change", async () => {
    const at = browser();
    await at.session.resume();
    expect(await at.session.checkRole()).toBe("same");
    at.answer("GET /api/me", { body: me("admin") });
    expect(await at.session.checkRole()).toBe("changed");
    expect(at.state.role).toBe("admin");
    expect(at.events).toEqual(["role: admin"]);
  });

  test("and an account that is refused altogether is told why", async () => {
    const at = browser();
    await at.session.resume();
    at.answer("GET /api/me", problem(403));
    await at.session.checkRole();
    expect(at.events).toEqual(["lost: Refused with 403."]);
    expect(at.savedToken).toBeNull();
  });
});
