import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startMovedApp, useTestApp } from "../../../../test/support/app.ts";
import { newAccount, password } from "../../../../test/support/identity-accounts.ts";
import { exchange, join, mailedToken, visitorOf } from "../../../../test/support/joining.ts";
import { buy } from "../../../../test/support/paying.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { selections } from "../selections/tables.ts";
import { findPersonByEmail } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";

const app = useTestApp();
const email = "owner@gmail.example";

/** Somebody signs up with an email that isn't theirs, and uses the account. */
async function squat() {
  const { visitor, token } = await join(app.current, email);
  const person = (await findPersonByEmail(app.current.context.db, email))!;
  const classId = await makeClass(app.current, await makePerson(app.current, "instructor"));
  await call(app.current, "POST /selected/class", { body: { classId } }, { token });
  return { ...person, visitor, token, classId };
}

const claim = {
  "confirms by the mailed link": async (site = app.current) => {
    const owner = visitorOf(site);
    const token = await mailedToken(site, email, "/confirm-email");
    const { body } = await owner.post("/identity/verify-email", { token });
    expect(body).toEqual({ result: "claimed", resetToken: expect.any(String) });
    // As if that answer had been lost.
    const again = (await owner.post("/identity/verify-email", { token })).body;
    expect(again).toEqual({ result: "claimed", resetToken: expect.any(String) });
    const newPassword = "Mine!2027";
    await owner.post("/identity/reset-password", { token: again.resetToken, newPassword });
    expect((await owner.post("/identity/sign-in", { email, password: newPassword })).status).toBe(200);
    expect((await owner.post("/identity/verify-email", { token })).body).toEqual({ result: "already" });
    return owner;
  },
  "logs in with Google": async (site = app.current) => {
    const owner = visitorOf(site);
    const { origin } = site.context.settings;
    const chooser = await owner.follow(`/identity/google?attempt=a1&from=${encodeURIComponent(origin)}`);
    await owner.follow(chooser.url.href, {
      method: "POST",
      body: new URLSearchParams({ name: "The owner", email }),
    });
    return owner;
  },
};

test.each(Object.keys(claim) as (keyof typeof claim)[])(
  "nothing is left of a stranger's account once the owner of its email %s",
  async (how) => {
    const stranger = await squat();
    const { db } = app.current.context;
    const owner = await claim[how]();
    expect((await owner.get("/identity/session")).body.user).toMatchObject({ email, emailVerified: true });

    expect((await stranger.visitor.get("/identity/session")).body).toEqual({ user: null });
    expect((await stranger.visitor.post("/identity/sign-in", { email, password })).status).toBe(401);
    expect((await call(app.current, "GET /me", {}, stranger)).status).toBe(401);
    expect(await db.select().from(selections).where(eq(selections.studentId, stranger.id))).toEqual([]);
    const [record] = await db.select().from(users).where(eq(users.id, stranger.id));
    expect(record).toMatchObject({ name: "Former member", identitySubject: null });

    const identityToken = (await owner.get("/identity/token")).body.token;
    const body = { name: "The owner", email, image: newAccount(email).photoURL, adult: true };
    const registered = await call(app.current, "POST /users", { body }, { token: identityToken });
    expect(registered.body.insertedId).not.toBe(stranger.id);
  },
);

test("a record with money stays for the owner, out of the stranger's reach", async () => {
  const stranger = await squat();
  await buy(app.current, stranger, stranger.classId);
  const owner = await claim["logs in with Google"]();
  const { token } = (await owner.get("/identity/token")).body;
  const exchanged = await call(app.current, "POST /jwt", { body: { email } }, { token });
  expect((await call(app.current, "GET /me", {}, exchanged.body)).body._id).toBe(stranger.id);
  expect((await call(app.current, "GET /me", {}, stranger)).status).toBe(401);
});

test("who is logged in to the account confirms it and keeps everything", async () => {
  const { visitor, token } = await squat();
  const mailed = await mailedToken(app.current, email, "/confirm-email");
  expect((await visitor.post("/identity/verify-email", { token: mailed })).body).toEqual({
    result: "confirmed",
  });
  expect((await call(app.current, "GET /me", {}, { token })).status).toBe(200);
});

test("an unconfirmed account goes on after the site's address has changed", async () => {
  await join(app.current, email);
  const moved = await startMovedApp(app.current);
  try {
    const visitor = visitorOf(moved);
    expect((await visitor.post("/identity/sign-in", { email, password })).status).toBe(200);
    await exchange(moved, visitor, email);
  } finally {
    await moved.close();
  }
});

test("nothing is left of a stranger's account either when its owner comes after that change", async () => {
  const stranger = await squat();
  const moved = await startMovedApp(app.current);
  try {
    const owner = await claim["logs in with Google"](moved);
    const { token } = (await owner.get("/identity/token")).body;
    expect((await call(moved, "GET /registration", {}, { token })).body).toEqual({ isRegistered: false });
    const [record] = await moved.context.db.select().from(users).where(eq(users.id, stranger.id));
    expect(record).toMatchObject({ name: "Former member", identitySubject: null });
  } finally {
    await moved.close();
  }
});
