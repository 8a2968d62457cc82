import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { password } from "../../../../test/support/identity-accounts.ts";
import {
  type Joined,
  exchange,
  identityTokenOf,
  join,
  mailedToken,
  visitorOf,
} from "../../../../test/support/joining.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { call } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { emailChanges, users as identities, verifications } from "../../../identity/tables.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../access/tables.ts";

const app = useTestApp();
const [oldEmail, newEmail] = ["old@example.org", "new@example.org"];

let ada: Joined;
beforeEach(async () => {
  ada = await join(app.current, oldEmail);
});

const request = (email = newEmail, person = ada) => person.visitor.post("/identity/email-change", { email });
const linkTo = (email: string) => mailedToken(app.current, email, "/change-email");
const answer = (token: string, decision = "confirm") =>
  call(app.current, "POST /account/email", { body: { token, decision } });

/** The emails of the identity and of the record. */
async function emails() {
  const { db } = app.current.context;
  const records = await db.select({ email: users.email }).from(users);
  const subjects = await db
    .select({ email: identities.email, isVerified: identities.emailVerified })
    .from(identities);
  return { records: records.map(({ email }) => email), subjects };
}
const unchanged = { records: [oldEmail], subjects: [{ email: oldEmail, isVerified: false }] };
const changed = { records: [newEmail], subjects: [{ email: newEmail, isVerified: true }] };

describe("an email", () => {
  test.each([
    ["new", "old"],
    ["old", "new"],
  ] as const)(
    "changes in the identity and in the record when both mailboxes have confirmed it, the %s one first",
    async (first, second) => {
      expect((await request(" New@Example.org")).status).toBe(200);
      const tokens = { old: await linkTo(oldEmail), new: await linkTo(newEmail) };
      expect(await emails()).toEqual(unchanged);
      for (const _ of [1, 2])
        expect((await answer(tokens[first])).body).toEqual({ state: "waiting", waitsFor: second });
      expect(await emails()).toEqual(unchanged);
      const { change } = (await ada.visitor.get("/identity/account")).body;
      expect(change).toMatchObject({
        email: newEmail,
        isConfirmedByNew: first === "new",
        isConfirmedByOld: first === "old",
      });
      expect((await answer(tokens[second])).body).toEqual({ state: "changed" });
      expect(await emails()).toEqual(changed);
      for (const mailbox of [oldEmail, newEmail])
        expect((await mailsTo(app.current, mailbox)).at(-1)?.subject).toBe("Your Senga email has changed");
      // The links are used up.
      for (const token of [tokens.old, tokens.new])
        expect(await answer(token)).toMatchObject({ status: 410, body: { code: "link-expired" } });
      expect(await emails()).toEqual(changed);

      expect((await call(app.current, "GET /me", {}, ada)).body.email).toBe(newEmail);
      const token = await exchange(app.current, ada.visitor, newEmail);
      expect((await call(app.current, "GET /account", {}, { token })).body.email).toBe(newEmail);
      const signIn = async (email: string) =>
        (await visitorOf(app.current).post("/identity/sign-in", { email, password })).status;
      expect([await signIn(newEmail), await signIn(oldEmail)]).toEqual([200, 401]);
    },
  );

  test("changes once when both links are pressed at the same moment", async () => {
    await request();
    const tokens = [await linkTo(oldEmail), await linkTo(newEmail)];
    const answers = await Promise.all(tokens.map((token) => answer(token)));
    expect(answers.map(({ body }) => String(body.state)).toSorted()).toEqual(["changed", "waiting"]);
    expect(await emails()).toEqual(changed);
  });

  test("stays when another change is asked for in another tab: the earlier links end", async () => {
    await request();
    const earlier = [await linkTo(oldEmail), await linkTo(newEmail)];
    await answer(earlier[1]!);
    await request("third@example.org");
    for (const token of earlier) expect((await answer(token)).status).toBe(410);
    await answer(await linkTo("third@example.org"));
    expect(await emails()).toEqual(unchanged);
    expect((await answer(await linkTo(oldEmail))).body.state).toBe("changed");
    expect((await emails()).records).toEqual(["third@example.org"]);
  });

  test("stays when somebody signs up with the new address meanwhile", async () => {
    await request();
    await answer(await linkTo(newEmail));
    await join(app.current, newEmail);
    expect(await answer(await linkTo(oldEmail))).toMatchObject({
      status: 409,
      body: { code: "email-already-in-use" },
    });
    expect(await emails()).toMatchObject({ records: expect.arrayContaining([oldEmail, newEmail]) });
    expect((await exchange(app.current, ada.visitor, oldEmail)).length).toBeGreaterThan(20);
    expect((await answer(await linkTo(oldEmail))).status).toBe(410);
  });

  test("stays when a record of another provider has the new address", async () => {
    await request();
    const taken = {
      id: newId(),
      name: "Eve",
      email: newEmail,
      image: "/drawings/portrait-cat.svg",
      createdAt: new Date(),
    };
    await app.current.context.db.insert(users).values(taken);
    for (const mailbox of [newEmail, oldEmail]) {
      const { status, body } = await answer(await linkTo(mailbox));
      expect([status, body.code]).toEqual(
        mailbox === newEmail ? [409, "email-already-in-use"] : [410, "link-expired"],
      );
    }
    expect((await exchange(app.current, ada.visitor, oldEmail)).length).toBeGreaterThan(20);
  });

  test("stays when its person or the old mailbox stops the change", async () => {
    await request();
    await ada.visitor.post("/identity/email-change/cancel");
    expect((await answer(await linkTo(newEmail))).status).toBe(410);
    await request();
    await answer(await linkTo(newEmail));
    expect((await answer(await linkTo(oldEmail), "stop")).body).toEqual({ state: "stopped" });
    for (const mailbox of [newEmail, oldEmail])
      expect((await answer(await linkTo(mailbox))).status).toBe(410);
    expect(await emails()).toEqual(unchanged);
    expect((await ada.visitor.get("/identity/account")).body.change).toBeUndefined();
  });

  test("stays when a link is older than a day, made up, or opened without pressing its button", async () => {
    await request();
    const token = await linkTo(newEmail);
    await call(app.current, "GET /account/email", { query: { token } });
    for (const made of ["", "x", `${token}x`, token.slice(1)]) expect((await answer(made)).status).toBe(410);
    await app.current.context.db.update(emailChanges).set({ expiresAt: new Date("2020-01-01") });
    expect((await answer(token)).status).toBe(410);
    expect(await emails()).toEqual(unchanged);
  });

  test("is not changed to an address that is in use, to itself, to nonsense, or by a stranger", async () => {
    await join(app.current, newEmail);
    expect(await request()).toMatchObject({ status: 409, body: { code: "email-already-in-use" } });
    expect(await request("OLD@example.org")).toMatchObject({
      status: 400,
      body: { fields: [{ field: "email", message: "This is already your email" }] },
    });
    expect((await request("new@")).status).toBe(400);
    const stranger = visitorOf(app.current);
    expect((await stranger.post("/identity/email-change", { email: "x@example.org" })).status).toBe(401);
    expect((await stranger.get("/identity/account")).status).toBe(401);
  });

  test("takes the links to reset the password along: those in the old mailbox end", async () => {
    await visitorOf(app.current).post("/identity/forgot-password", { email: oldEmail });
    await expect.poll(() => app.current.context.db.select().from(verifications)).toHaveLength(1);
    await request();
    for (const mailbox of [oldEmail, newEmail]) await answer(await linkTo(mailbox));
    expect(await app.current.context.db.select().from(verifications)).toEqual([]);
  });

  test("follows in the record at the next sign-in, when the server ended between the two", async () => {
    await request();
    await app.current.context.identity.confirmEmailChange(await linkTo(oldEmail));
    await app.current.context.identity.confirmEmailChange(await linkTo(newEmail));
    expect((await emails()).records).toEqual([oldEmail]);
    await exchange(app.current, ada.visitor, newEmail);
    expect(await emails()).toEqual(changed);
  });

  test("of an instructor changes on the cached pages too", async () => {
    const { db } = app.current.context;
    await db.update(users).set({ role: "instructor" }).where(eq(users.email, oldEmail));
    const [teacher] = await db.select().from(users);
    const id = await makeClass(app.current, { ...teacher!, isSuspended: false, token: ada.token });
    const shown = async () =>
      (await call(app.current, "GET /class/{id}", { params: { id } })).body.instructorEmail;
    expect(await shown()).toBe(oldEmail);
    await request();
    for (const mailbox of [oldEmail, newEmail]) await answer(await linkTo(mailbox));
    expect(await shown()).toBe(newEmail);
  });
});

test("an identity token from before the change does not bring the old email back", async () => {
  const mailed = await mailedToken(app.current, oldEmail, "/confirm-email");
  await ada.visitor.post("/identity/verify-email", { token: mailed });
  const token = await identityTokenOf(ada.visitor);
  await request();
  for (const mailbox of [oldEmail, newEmail]) await answer(await linkTo(mailbox));
  for (const email of [oldEmail, newEmail])
    expect(await call(app.current, "POST /jwt", { body: { email } }, { token })).toMatchObject({
      status: 403,
      body: { code: "other-email" },
    });
  expect(await emails()).toEqual(changed);
});
