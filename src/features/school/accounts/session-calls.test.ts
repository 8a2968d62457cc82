import { describe, expect, test } from "vitest";
import {
  ada,
  browser,
  me,
  offline,
  problem,
  student,
  token,
} from "../../../../test/support/session-browser.ts";
import { problemDocument } from "../../../http/problem-responses.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { problems as classProblems } from "../classes/policy.ts";
import { problems as critiqueProblems } from "../../studio/critique/policy.ts";
import { problems as galleryProblems } from "../../studio/gallery/policy.ts";
import { problems as lessonProblems } from "../../classroom/lessons/policy.ts";
import { problems as accountProblems } from "./contract.ts";
import { visitor } from "../../../access/session-store.ts";

describe("an API call", () => {
  const signedIn = async (options: Parameters<typeof browser>[0] = {}) => {
    const at = browser(options);
    await at.session.resume();
    at.sent.length = 0;
    return at;
  };
  const payments = { params: { email: ada.email }, query: {} };
  const path = `GET /api/payments/${encodeURIComponent(ada.email)}`;

  test.each([429, 500, 502, 503])("that fails with %i keeps the session", async (status) => {
    const at = await signedIn({ answers: { [path]: [problem(status)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status });
    expect([at.state, at.savedToken]).toEqual([student, token("stored")]);
  });

  test("without a connection throws and keeps the session", async () => {
    const at = await signedIn({ answers: { [path]: [offline] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toThrow("Can’t reach Senga.");
    expect(at.state).toEqual(student);
  });

  test("with a token about to expire renews it once, also for concurrent calls", async () => {
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

  test("refused with 401 is repeated with a new token, because the device's clock may be wrong", async () => {
    const at = await signedIn({ answers: { [path]: [problem(401), { body: [{ _id: "1" }] }] } });
    expect(await at.session.api("GET /payments/{email}", payments)).toEqual([{ _id: "1" }]);
    expect(at.sent).toEqual([`${path} stored`, "POST /api/jwt identity-token", `${path} fresh`]);
    expect(at.state).toEqual(student);
  });

  test("refused with 401 ends the session when the exchange is refused too", async () => {
    const at = await signedIn({ answers: { [path]: [problem(401)], "POST /api/jwt": [problem(401)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 401 });
    expect(at.state).toEqual({ ...visitor, ended: "lost" });
    expect(at.savedToken).toBeNull();
    expect(at.events).toEqual(["JWT Error:", "lost: Your session has ended. Log in again to continue."]);
    expect(at.sent.at(-1)).toBe("signed out");
  });

  test("refused with 401 keeps the session while the exchange is unavailable", async () => {
    const at = await signedIn({ answers: { [path]: [problem(401)], "POST /api/jwt": [problem(503)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 503 });
    expect([at.state, at.savedToken]).toEqual([student, token("stored")]);
  });

  test("refused with 403 ends the session when the role is unchanged", async () => {
    const at = await signedIn({ answers: { [path]: [problem(403)] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 403 });
    expect(at.state).toEqual({ ...visitor, ended: "lost" });
  });

  test.each([
    lessonProblems["lesson-opens-later"],
    galleryProblems["guardian-consent-missing"],
    critiqueProblems["drawing-needs-a-seat"],
    classProblems["not-your-class"],
  ])("refused with $code keeps the session", async (type) => {
    const { status, ...body } = problemDocument(new Problem(type));
    const at = await signedIn({ answers: { [path]: [{ status, body }] } });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({
      code: type.code,
    });
    expect([at.state, at.savedToken]).toEqual([student, token("stored")]);
  });

  test.each([problems.forbidden, problems["account-suspended"], accountProblems["other-email"]])(
    "refused with $code ends the session",
    async (type) => {
      const { status, ...body } = problemDocument(new Problem(type));
      const at = await signedIn({ answers: { [path]: [{ status, body }] } });
      await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({
        code: type.code,
      });
      expect(at.state).toEqual({ ...visitor, ended: "lost" });
    },
  );

  test("refused with 403 shows the new role when it has changed", async () => {
    const at = await signedIn({ answers: { [path]: [problem(403)] } });
    at.answer("GET /api/me", { body: me("instructor") });
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 403 });
    expect(at.state).toEqual({ ...student, role: "instructor" });
    expect(at.events).toEqual(["role: instructor"]);
  });

  test("refused with 403 keeps the session while the role cannot be fetched", async () => {
    const at = await signedIn({ answers: { [path]: [problem(403)] } });
    at.answer("GET /api/me", offline);
    await expect(at.session.api("GET /payments/{email}", payments)).rejects.toMatchObject({ status: 403 });
    expect(at.state).toEqual(student);
  });
});

describe("an email that was changed in another tab", () => {
  const moved = { ...ada, email: "moved@example.org" };
  const otherEmail = { status: 403, body: { code: "other-email", detail: "Another email." } };
  const path = `GET /api/payments/${encodeURIComponent(ada.email)}`;
  const resumed = async (id: string) => {
    const at = browser({ users: [ada, moved], answers: { [path]: [problem(401), { body: [] }] } });
    await at.session.resume();
    at.answer("POST /api/jwt", otherEmail, { body: { token: token("fresh") } });
    at.answer("GET /api/me", { body: { ...me("student"), _id: id, email: moved.email } });
    return at;
  };
  const load = (at: Awaited<ReturnType<typeof resumed>>) =>
    at.session.api("GET /payments/{email}", { params: { email: ada.email }, query: {} });

  test("is followed when it is the same person", async () => {
    const at = await resumed("1");
    expect(await load(at)).toEqual([]);
    expect(at.state.user).toEqual(moved);
    expect(at.savedToken).toBe(token("fresh"));
  });

  test("keeps the session when a call with the old one is refused", async () => {
    const at = browser({ users: [ada, moved], answers: { [path]: [problem(403)] } });
    await at.session.resume();
    at.answer("GET /api/me", { body: { ...me("student"), email: moved.email } });
    await expect(load(at)).rejects.toMatchObject({ status: 403 });
    expect(at.state.user).toEqual(moved);
    expect(at.events).toEqual([]);
  });

  test("keeps the session when the page has learned of it before a call with the old one is refused", async () => {
    const learned = Promise.withResolvers<void>();
    const at = browser({
      users: [ada, moved],
      answers: { [path]: [{ ...problem(403), after: learned.promise }] },
    });
    await at.session.resume();
    at.answer("GET /api/me", { body: { ...me("student"), email: moved.email } });
    const loading = load(at);
    expect(await at.session.checkRole()).toBe("changed");
    learned.resolve();
    await expect(loading).rejects.toMatchObject({ status: 403 });
    expect(at.state.user).toEqual(moved);
    expect(at.events).toEqual([]);
  });

  test("ends the session when somebody else has logged in there", async () => {
    const at = await resumed("2");
    await expect(load(at)).rejects.toMatchObject({ status: 401 });
    expect(at.state).toEqual({ ...visitor, ended: "lost" });
    expect(at.savedToken).toBeNull();
  });
});

describe("refreshing the user", () => {
  test("shows the record's name and photo without unmounting the page", async () => {
    const at = browser();
    await at.session.resume();
    at.answer("GET /api/me", {
      body: { ...me("student"), name: "Ada L.", image: "/drawings/portrait-fox.svg" },
    });
    const refreshing = at.session.refreshUser();
    expect(at.state.isLoading).toBe(false);
    await refreshing;
    expect(at.state.user).toEqual({ ...ada, displayName: "Ada L.", photoURL: "/drawings/portrait-fox.svg" });
  });
});

describe("checking the role", () => {
  test("updates the session when the role has changed", async () => {
    const at = browser();
    await at.session.resume();
    expect(await at.session.checkRole()).toBe("same");
    at.answer("GET /api/me", { body: me("admin") });
    expect(await at.session.checkRole()).toBe("changed");
    expect(at.state.role).toBe("admin");
    expect(at.events).toEqual(["role: admin"]);
  });

  test("finds what is unread by the same call", async () => {
    const at = browser();
    await at.session.resume();
    at.answer("GET /api/me", { body: me("student", 3) });
    at.sent.length = 0;
    expect(await at.session.checkRole()).toBe("same");
    expect(at.events).toEqual(["unread: 3"]);
    expect(at.sent).toEqual(["GET /api/me stored"]);
  });

  test("ends the session with the reason when the account is refused", async () => {
    const at = browser();
    await at.session.resume();
    at.answer("GET /api/me", problem(403));
    await at.session.checkRole();
    expect(at.events).toEqual(["lost: Refused with 403."]);
    expect(at.savedToken).toBeNull();
  });

  test("ends a session that was ended elsewhere, once a new token is refused, too", async () => {
    const at = browser();
    await at.session.resume();
    at.answer("GET /api/me", problem(401));
    at.answer("POST /api/jwt", problem(503));
    await at.session.checkRole();
    expect(at.state.user).not.toBeNull();
    at.answer("POST /api/jwt", problem(401));
    await at.session.checkRole();
    expect(at.state).toEqual({ ...visitor, ended: "lost" });
    expect(at.savedToken).toBeNull();
  });
});
