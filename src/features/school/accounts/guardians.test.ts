import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type Issuer,
  claims,
  exchangeToken,
  settingsOf,
  signIdentityToken,
  startIssuer,
} from "../../../../test/support/identity-issuer.ts";
import { mailedToken } from "../../../../test/support/joining.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { outbox } from "../../../platform/outbox.ts";
import { rateLimits } from "../../../platform/rate-limiter.ts";
import { dayOf } from "../../../platform/age.ts";
import { findConsent, isAdultOn, mayAppearOn } from "../guardians/consent.ts";
import { consentOf, mayAppear } from "../guardians/state.ts";
import { guardians, users } from "../../../access/tables.ts";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer("trusted");
});
afterAll(() => issuer.close());

const app = useTestApp(() => ({ ...settingsOf(issuer), RATE_LIMIT_FACTOR: "1" }));
beforeEach(() => app.current.context.db.delete(rateLimits));

const guardianEmail = "guardian@example.org";
const { email } = claims;

async function register(age: object, token?: string) {
  const body = { name: "Ada", email, image: claims.picture, ...age };
  return call(app.current, "POST /users", { body }, { token: token ?? (await signIdentityToken(issuer)) });
}

/** The month that lies `years` years and `months` months back, by the app's clock. */
function monthAgo(years: number, months = 0): string {
  const now = app.current.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 7);
}

const untilNextMonth = (): number => {
  const now = app.current.clock.now();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000 + 1;
};

const rows = async () => {
  const { db } = app.current.context;
  return {
    people: await db.select().from(users),
    guardians: await db.select().from(guardians),
    mails: await db.select().from(outbox),
  };
};

async function joinAsMinor() {
  expect((await register({ born: monthAgo(15), guardianEmail })).status).toBe(200);
  const { body } = await exchangeToken(app.current, await signIdentityToken(issuer));
  const link = await mailedToken(app.current, guardianEmail, "/guardian");
  return {
    person: body as { token: string },
    link,
    own: async () => (await call(app.current, "GET /account", {}, body)).body.guardian,
    consent: async () => {
      const [{ id } = { id: "" }] = await app.current.context.db
        .select()
        .from(users)
        .where(eq(users.email, email));
      return findConsent(app.current.context.db, app.current, id);
    },
    decide: (decision: string, token = link) =>
      call(app.current, "POST /guardian/{token}", { params: { token }, body: { decision } }),
  };
}

describe("a record", () => {
  test("without an age takes the first answer, and no other", async () => {
    expect((await register({})).body.insertedId).toEqual(expect.any(String));
    expect(await rows()).toMatchObject({ people: [{ isAgeKnown: false }], guardians: [], mails: [] });
    expect(await register({ adult: false })).toMatchObject({ status: 400 });
    expect((await register({ born: monthAgo(15), guardianEmail })).body).toEqual({ insertedId: null });
    expect((await register({ adult: true })).body).toEqual({ insertedId: null });
    expect(await rows()).toMatchObject({ people: [{ isAgeKnown: true }], guardians: [{}], mails: [{}] });
  });

  test("of a person who turns out to be a child is closed, and the school is told", async () => {
    await register({});
    for (const age of [{ born: monthAgo(12), guardianEmail }, { adult: true }])
      expect(await register(age)).toMatchObject({ status: 403, body: { code: "too-young" } });
    expect(await exchangeToken(app.current, await signIdentityToken(issuer))).toMatchObject({
      status: 403,
      body: { code: "account-suspended" },
    });
    const { supportEmail } = app.current.context.settings;
    expect((await mailsTo(app.current, supportEmail)).map(({ subject }) => subject)).toEqual([
      "We suspended an account of someone under 13",
    ]);
  });

  test("is not kept from its owner by a stranger who typed the address and said to be a child", async () => {
    const stranger = await signIdentityToken(issuer, { sub: "stranger", email_verified: false });
    expect((await register({ born: monthAgo(12) }, stranger)).status).toBe(403);
    expect((await register({ adult: true }, stranger)).status).toBe(403);
    expect((await register({ adult: true })).status).toBe(200);
  });

  test("is made of nobody under 13, and nothing is kept of them", async () => {
    const refused = {
      status: 403,
      body: { code: "too-young", detail: expect.stringContaining("13 or older") },
    };
    for (const born of [monthAgo(0), monthAgo(12), monthAgo(13)])
      expect(await register({ born, guardianEmail })).toMatchObject(refused);
    // The day of the birth is unknown: in the month of the birthday the younger age counts, whatever else is said.
    expect(await register({ adult: true, born: monthAgo(13), guardianEmail })).toMatchObject(refused);
    expect(await rows()).toEqual({ people: [], guardians: [], mails: [] });
    expect(await register({ adult: true })).toMatchObject(refused);
    expect(await rows()).toEqual({ people: [], guardians: [], mails: [] });
    app.current.clock.advance(untilNextMonth());
    await app.current.context.db.delete(rateLimits);
    const later = await signIdentityToken(issuer, { exp: 4e9 });
    expect((await register({ born: monthAgo(13, 1), guardianEmail }, later)).status).toBe(200);
  });

  test("of an adult keeps no guardian, also when the birth is told", async () => {
    expect((await register({ born: monthAgo(18, 1), guardianEmail })).status).toBe(200);
    expect(await rows()).toMatchObject({ people: [{ email }], guardians: [], mails: [] });
  });

  test("of a minor keeps the day of adulthood and the guardian's email, not the birth", async () => {
    const now = app.current.clock.now();
    expect((await register({ born: monthAgo(18), guardianEmail: "Guardian@Example.org" })).status).toBe(200);
    const firstOfNextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
      .toISOString()
      .slice(0, 10);
    const [{ id, ...person } = { id: "" }] = (await rows()).people;
    expect((await rows()).guardians).toEqual([
      {
        personId: id,
        email: guardianEmail,
        adultOn: firstOfNextMonth,
        askedAt: now,
        refusedEmails: [],
        consentedAt: null,
        withdrawnAt: null,
      },
    ]);
    expect(JSON.stringify(person)).not.toContain(monthAgo(18));
  });

  test.each([
    ["no guardian", { born: "2010-02" }, "guardianEmail", "Enter your parent's or guardian's email"],
    [
      "their own email",
      { born: "2010-02", guardianEmail: email },
      "guardianEmail",
      "Enter your parent's or guardian's own email, not yours",
    ],
    [
      "their own mailbox",
      { born: "2010-02", guardianEmail: "ada+mum@example.org" },
      "guardianEmail",
      "Enter your parent's or guardian's own email, not yours",
    ],
    [
      "no email",
      { born: "2010-02", guardianEmail: "mother" },
      "guardianEmail",
      "Enter a valid email address, like name@example.com",
    ],
    ["a month to come", { born: "2079-02", guardianEmail }, "born", "Enter the month and year of your birth"],
    ["a day", { born: "2010-02-03", guardianEmail }, "born", "Enter the month and year of your birth"],
    ["month 13", { born: "2010-13", guardianEmail }, "born", "Enter the month and year of your birth"],
  ])("is not made with %s", async (_, age, field, message) => {
    expect(await register(age)).toMatchObject({ status: 400, body: { fields: [{ field, message }] } });
    expect((await rows()).people).toEqual([]);
  });

  test("is made once by concurrent sign-ups, with one mail to the guardian", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => register({ born: monthAgo(15), guardianEmail })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ body }) => body.insertedId !== null)).toHaveLength(1);
    expect(await rows()).toMatchObject({ people: [{}], guardians: [{}], mails: [{}] });
  });
});

describe("a guardian", () => {
  test("is asked by a mail whose name of the minor carries no link, and reading it changes nothing", async () => {
    const { link, own, consent } = await joinAsMinor();
    const [mail] = await mailsTo(app.current, guardianEmail);
    expect(mail?.text).toContain("Ada has opened an account");
    for (const _ of [1, 2])
      expect(
        (await call(app.current, "GET /guardian/{token}", { params: { token: link } })).body,
      ).toMatchObject({
        minor: { name: "Ada", email },
        state: "asked",
      });
    expect(await own()).toMatchObject({
      email: guardianEmail,
      state: "asked",
      mayAskAgain: true,
      mayNameAnother: true,
    });
    expect(await consent()).toBe("missing");
  });

  test("gives consent, withdraws it at once and gives it again, by the same link", async () => {
    const { consent, decide, own } = await joinAsMinor();
    for (const [decision, state, expected] of [
      ["agree", "given", "given"],
      ["agree", "given", "given"],
      ["decline", "withdrawn", "missing"],
      ["decline", "withdrawn", "missing"],
      ["agree", "given", "given"],
    ] as const) {
      expect((await decide(decision)).body).toEqual({ state });
      expect([await consent(), (await own()).state]).toEqual([expected, state]);
      expect(await own()).toMatchObject({ mayAskAgain: false, mayNameAnother: false });
    }
    // One for each change, none for a repetition.
    expect((await mailsTo(app.current, email)).map(({ subject }) => subject)).toEqual([
      "Your guardian agreed",
      "Your guardian withdrew their consent",
      "Your guardian agreed",
    ]);
  });

  test("who refuses is not asked again, but another can be named, and the old link ends", async () => {
    const { person, link, decide, own, consent } = await joinAsMinor();
    const ask = (body: object) => call(app.current, "POST /account/guardian", { body }, person);
    expect((await decide("decline")).body).toEqual({ state: "refused" });
    expect(await ask({})).toMatchObject({ status: 409, body: { code: "guardian-has-answered" } });
    // A tag doesn't make another person.
    const tagged = "Guardian+new@example.org";
    expect(await ask({ guardianEmail: tagged })).toMatchObject({ status: 409 });
    for (const ownMailbox of [email, "Ada+mum@example.org"])
      expect((await ask({ guardianEmail: ownMailbox })).body.fields).toMatchObject([
        { field: "guardianEmail" },
      ]);
    const other = "other-guardian@example.org";
    expect((await ask({ guardianEmail: other })).body.guardian).toMatchObject({
      email: other,
      state: "asked",
    });
    expect((await ask({ guardianEmail: tagged })).body.code).toBe("guardian-has-answered");
    expect(await decide("agree", link)).toMatchObject({ status: 410, body: { code: "link-expired" } });
    expect(await consent()).toBe("missing");
    expect((await decide("agree", await mailedToken(app.current, other, "/guardian"))).status).toBe(200);
    expect(await own()).toMatchObject({ email: other, state: "given" });
    // Who has agreed once decides alone.
    for (const body of [{}, { guardianEmail }])
      expect((await ask(body)).body.code).toBe("guardian-has-answered");
    await decide("decline", await mailedToken(app.current, other, "/guardian"));
    for (const body of [{}, { guardianEmail }])
      expect((await ask(body)).body.code).toBe("guardian-has-answered");
    expect(await consent()).toBe("missing");
  });

  test("gets three mails a day at most, whoever names them", async () => {
    const { person } = await joinAsMinor();
    const ask = (body: object) => call(app.current, "POST /account/guardian", { body }, person);
    expect([(await ask({})).status, (await ask({})).status, (await ask({})).status]).toEqual([200, 200, 429]);
    expect(await mailsTo(app.current, guardianEmail)).toHaveLength(3);
    expect((await ask({ guardianEmail: "guardian+again@example.org" })).status).toBe(429);
    const token = await signIdentityToken(issuer, { sub: "friend", email: "friend@example.org" });
    const friend = { email: "friend@example.org", born: monthAgo(15), guardianEmail };
    expect((await register(friend, token)).status).toBe(429);
    expect((await register({ ...friend, guardianEmail: "else@example.org" }, token)).status).toBe(200);
  });

  test("who has lost the mail gets the same link again, a few times a day, and a stranger none", async () => {
    const { link } = await joinAsMinor();
    const ask = (address: string) => call(app.current, "POST /guardian", { body: { email: address } });
    for (const address of [
      "Guardian@example.org",
      guardianEmail,
      guardianEmail,
      guardianEmail,
      "stranger@example.org",
    ])
      expect(await ask(address)).toMatchObject({ status: 200, body: { accepted: true } });
    // The answers do not wait for the mails.
    await expect.poll(() => mailsTo(app.current, guardianEmail)).toHaveLength(1 + 3);
    expect(await mailedToken(app.current, guardianEmail, "/guardian")).toBe(link);
    expect(await mailsTo(app.current, "stranger@example.org")).toEqual([]);
  });

  test("answers by no link but the one that was mailed for the person", async () => {
    const { link, decide } = await joinAsMinor();
    const [id = "", signature = ""] = link.split(".");
    const other = await makePerson(app.current, "student");
    for (const token of [
      `${id}.${signature.slice(1)}`,
      `${id}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      `${other.id}.${signature}`,
      id,
      `${link}x`,
      "x.y",
      "-",
      `${id}..`,
    ])
      expect(await decide("agree", token)).toMatchObject({ status: 410 });
    expect(await decide("maybe")).toMatchObject({ status: 400 });
  });

  test("is not needed from the first day as an adult on, without anybody doing anything", async () => {
    expect((await register({ born: monthAgo(18), guardianEmail })).status).toBe(200);
    const { body: person } = await exchangeToken(app.current, await signIdentityToken(issuer));
    const own = async () => (await call(app.current, "GET /account", {}, person)).body.guardian;
    expect(await own()).not.toBeNull();
    app.current.clock.advance(untilNextMonth());
    const { body: adult } = await exchangeToken(app.current, await signIdentityToken(issuer, { exp: 4e9 }));
    expect((await call(app.current, "GET /account", {}, adult)).body.guardian).toBeNull();
    const token = await mailedToken(app.current, guardianEmail, "/guardian");
    expect((await call(app.current, "GET /guardian/{token}", { params: { token } })).status).toBe(410);
    expect((await call(app.current, "POST /account/guardian", { body: {} }, adult)).body.code).toBe(
      "guardian-not-needed",
    );
  });
});

test("a minor has no public name: none teaches, by application or by an admin's hand", async () => {
  const { person, decide } = await joinAsMinor();
  await decide("agree");
  const body = { text: "I draw hands, and have taught for years.", portfolio: "https://example.org/hands" };
  expect(await call(app.current, "POST /teaching/application", { body }, person)).toMatchObject({
    status: 409,
    body: { code: "adults-only" },
  });
  const admin = await makePerson(app.current, "admin");
  const { _id: id } = (await call(app.current, "GET /me", {}, person)).body;
  for (const role of ["instructor", "admin"])
    expect(await call(app.current, `PATCH /users/${role}/{id}`, { params: { id } }, admin)).toMatchObject({
      status: 409,
      body: { code: "is-a-minor" },
    });
});

test("nobody of an unknown age teaches, until an admin has made sure of the age", async () => {
  await register({});
  const { body: person } = await exchangeToken(app.current, await signIdentityToken(issuer));
  const { _id: id } = (await call(app.current, "GET /me", {}, person)).body;
  const admin = await makePerson(app.current, "admin");
  const patch = (key: string) => call(app.current, key, { params: { id } }, admin);
  expect(await patch("PATCH /users/instructor/{id}")).toMatchObject({ body: { code: "is-a-minor" } });
  expect(
    (await call(app.current, "GET /admin/manage/users", { query: { q: email } }, admin)).body,
  ).toMatchObject([{ _id: id, isAdult: false }]);
  expect((await patch("PATCH /users/adult/{id}")).status).toBe(200);
  expect(await patch("PATCH /users/adult/{id}")).toMatchObject({ body: { code: "is-an-adult" } });
  expect((await call(app.current, "GET /admin/audit", {}, admin)).body).toMatchObject([
    { kind: "age-confirmed", by: { _id: admin.id }, about: { _id: id }, before: null },
  ]);
  expect((await patch("PATCH /users/instructor/{id}")).status).toBe(200);
});

test("an admin makes an adult of a minor, who then pays and teaches without consent", async () => {
  const { person, consent } = await joinAsMinor();
  const { _id: id } = (await call(app.current, "GET /me", {}, person)).body;
  const admin = await makePerson(app.current, "admin");
  expect((await call(app.current, "PATCH /users/adult/{id}", { params: { id } }, admin)).status).toBe(200);
  expect(await consent()).toBe("not-needed");
  expect((await call(app.current, "PATCH /users/instructor/{id}", { params: { id } }, admin)).status).toBe(
    200,
  );
});

test("the rule of consent is the same in SQL and in TypeScript, in every state", async () => {
  const { clock, context } = app.current;
  const { db } = context;
  const now = clock.now();
  const today = dayOf(now);
  const moments = [null, now];
  const states = [true, false].flatMap((isAgeKnown) => [
    { isAgeKnown, minor: undefined },
    ...["2000-01-01", today, "2099-01-01"].flatMap((adultOn) =>
      moments.flatMap((consentedAt) =>
        moments.map((withdrawnAt) => ({ isAgeKnown, minor: { adultOn, consentedAt, withdrawnAt } })),
      ),
    ),
  ]);
  for (const { isAgeKnown, minor } of states) {
    const { id } = await makePerson(app.current, "student");
    await db.update(users).set({ isAgeKnown }).where(eq(users.id, id));
    if (minor)
      await db.insert(guardians).values({ ...minor, personId: id, email: guardianEmail, askedAt: now });
    const [inSql] = await db
      .select({ mayAppear: sql<boolean>`${mayAppearOn(now)}`, isAdult: isAdultOn(now) })
      .from(users)
      .where(eq(users.id, id));
    const consent = consentOf(isAgeKnown, minor, today);
    expect(inSql, JSON.stringify({ isAgeKnown, minor })).toEqual({
      mayAppear: mayAppear(consent),
      isAdult: consent === "not-needed",
    });
    expect(await findConsent(db, app.current, id)).toBe(consent);
  }
});
