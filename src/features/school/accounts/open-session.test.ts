import { describe, expect, test } from "vitest";
import {
  type Answer,
  ada,
  browser,
  me,
  offline,
  problem,
  student,
  token,
} from "../../../../test/support/session-browser.ts";
import { IdentityError } from "../../../identity/client.ts";
import { displayablePicture } from "../../../platform/picture-url.ts";
import { visitor } from "../../../access/session-store.ts";

describe("loading a page with a stored token", () => {
  test("keeps a valid token and asks for the role once", async () => {
    const at = browser();
    await at.session.resume();
    expect(at.state).toEqual(student);
    expect(at.sent).toEqual(["GET /api/me stored"]);
  });

  test("replaces a token that is about to expire", async () => {
    const at = browser({ stored: token("stored", 59) });
    await at.session.resume();
    expect(at.state).toEqual(student);
    expect(at.sent).toEqual(["POST /api/jwt identity-token", "GET /api/me fresh"]);
    expect(at.savedToken).toBe(token("fresh"));
  });

  test("replaces a token that the server refuses", async () => {
    const at = browser({ answers: { "GET /api/me": [problem(401), { body: me("admin") }] } });
    await at.session.resume();
    expect(at.state.role).toBe("admin");
    expect(at.sent).toEqual(["GET /api/me stored", "POST /api/jwt identity-token", "GET /api/me fresh"]);
  });

  test("replaces a token of another user", async () => {
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
  ] as [string, Answer][])("keeps the token and retries after %s", async (_, failure) => {
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

  test("retries at most every 30 seconds while the identity provider does not answer", async () => {
    const failure = new IdentityError("internal-error", "Something went wrong.", 503);
    const at = browser({ users: [...Array.from({ length: 7 }, () => failure), ada] });
    await at.session.resume();
    expect(at.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(at.state).toEqual(student);
  });

  test("shows a visitor, without a message, when the session has ended", async () => {
    const at = browser({ users: [null] });
    await at.session.resume();
    expect([at.state, at.savedToken, at.events]).toEqual([visitor, null, []]);
  });

  test.each([401, 403])(
    "forgets the token and throws when the exchange is refused with %i",
    async (status) => {
      const at = browser({ stored: token("stored", 0), answers: { "POST /api/jwt": [problem(status)] } });
      await expect(at.session.resume()).rejects.toThrow(`Refused with ${status}.`);
      expect([at.state, at.savedToken, at.waits]).toEqual([visitor, null, []]);
    },
  );

  test("stays logged out when the user logs out during a retry", async () => {
    const at = browser({ answers: { "GET /api/me": [offline, { body: me("student") }] } });
    at.whileWaiting(() => at.session.signOut());
    await at.session.resume();
    expect(at.state).toEqual({ ...visitor, ended: "logout" });
    expect(at.savedToken).toBeNull();
  });
});

describe("signing out", () => {
  test("hides the account until the server has ended the session", async () => {
    const at = browser();
    await at.session.resume();
    const leaving = at.session.signOut();
    expect(at.state).toEqual({ ...visitor, isLoading: true });
    await leaving;
    expect([at.state, at.savedToken]).toEqual([{ ...visitor, ended: "logout" }, null]);
  });

  test("tells other tabs when the session is over, not before: they would find it still there", async () => {
    let meanwhile: () => Promise<unknown> = async () => undefined;
    const at = browser({ signOut: async () => void (await meanwhile()) });
    await at.session.resume();
    meanwhile = async () => {
      await at.session.api("GET /approvedClasses", { query: {} });
      expect([at.savedToken, at.sent.at(-1)]).toEqual([token("stored"), "GET /api/approvedClasses"]);
    };
    await at.session.signOut();
    expect(at.savedToken).toBeNull();
  });

  test("is no lost session for a request that is refused meanwhile", async () => {
    let meanwhile: () => Promise<unknown> = async () => undefined;
    const refused = { "GET /api/payments/ada%40example.org": [problem(401)] };
    const at = browser({ answers: refused, signOut: async () => void (await meanwhile()) });
    await at.session.resume();
    meanwhile = () =>
      at.session.api("GET /payments/{email}", { params: { email: ada.email }, query: {} }).catch(() => {});
    await at.session.signOut();
    expect([at.state, at.events]).toEqual([{ ...visitor, ended: "logout" }, []]);
  });

  test("shows the account again when the server does not answer", async () => {
    const at = browser({ signOut: () => Promise.reject(new Error("Can’t reach")) });
    await at.session.resume();
    await expect(at.session.signOut()).rejects.toThrow("Can’t reach");
    expect([at.state, at.savedToken]).toEqual([student, token("stored")]);
  });
});

describe("signing in", () => {
  test("opens the session with its role", async () => {
    const at = browser({ stored: null });
    await at.session.open(ada);
    expect([at.state, at.savedToken]).toEqual([student, token("fresh")]);
  });

  test("throws and opens no session when the exchange is refused or fails", async () => {
    for (const failure of [problem(403), problem(503), offline] as const) {
      const at = browser({ stored: null, answers: { "POST /api/jwt": [failure] } });
      await expect(at.session.open(ada)).rejects.toThrow(/Refused|Can’t reach/);
      expect([at.state, at.events]).toEqual([visitor, ["JWT Error:"]]);
    }
  });

  test("is reconnecting until the role can be fetched", async () => {
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

  test("registers a picture of this site by its path, and a portrait instead of one that no page may show", () => {
    for (const [url, image] of [
      ["http://localhost:3000/drawings/portrait-fox.svg", "/drawings/portrait-fox.svg"],
      ["http://example.org/me.png", "/drawings/portrait-ghost.svg"],
    ] as const)
      expect(displayablePicture(url, "http://localhost:3000")).toBe(image);
  });
});
