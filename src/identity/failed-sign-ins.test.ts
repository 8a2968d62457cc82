import { expect, test } from "vitest";
import { password, problem, signUp } from "../../test/support/identity-accounts.ts";
import { type TestSite, openSite, useSite } from "../../test/support/identity-site.ts";
import { rateLimits } from "../platform/rate-limiter.ts";
import type { Limits } from "./rate-limit.ts";

const site = useSite();

const open = async (limits: Partial<Limits> = {}) => {
  await site.current.db.delete(rateLimits);
  return openSite({ shared: site.current.database, limits, rateLimitFactor: 1, trustProxy: true });
};
const signIn = (at: TestSite, email: string, from: string, typed = password) =>
  at.visitor().post("/identity/sign-in", { email, password: typed }, { "x-forwarded-for": from });
const tooMany = problem(
  "too-many-requests",
  429,
  expect.stringMatching(/^Too many tries\. Wait \d+ (seconds|minutes), then try again\.$/),
);

test("thirty students behind one router can sign in at once, even after wrong passwords", async () => {
  const school = await open();
  try {
    const emails = Array.from({ length: 30 }, (_, index) => `pupil${index}@example.org`);
    await site.current.identity.createAccounts(
      emails.map((email) => ({ name: "Pupil", email, password, image: "/drawings/portrait-fox.svg" })),
    );
    const wrong = await Promise.all(
      emails.slice(0, 4).map((email) => signIn(school, email, "192.0.2.1", "Wrong!2026")),
    );
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
    const right = await Promise.all(emails.map((email) => signIn(school, email, "192.0.2.1")));
    expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await school.close();
  }
}, 180_000);

test("guesses at one account are limited across processes, and a right password clears the count", async () => {
  await signUp(site.current, "guessed@example.org");
  await signUp(site.current, "classmate@example.org");
  const limits = { failedSignInsHere: { calls: 3, seconds: 60 } };
  const one = await open(limits);
  const two = await openSite({ shared: site.current.database, limits, rateLimitFactor: 1, trustProxy: true });
  try {
    const guess = async (at: TestSite) =>
      (await signIn(at, "guessed@example.org", "192.0.2.2", "Wrong!2026")).status;
    expect([await guess(one), await guess(two)]).toEqual([401, 401]);
    expect((await signIn(one, "guessed@example.org", "192.0.2.2")).status).toBe(200);
    expect([await guess(one), await guess(two), await guess(one)]).toEqual([401, 401, 401]);
    const refused = await signIn(two, "Guessed@example.org", "192.0.2.2");
    expect(refused).toMatchObject(tooMany);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await signIn(one, "classmate@example.org", "192.0.2.2")).status).toBe(200);
    expect((await signIn(one, "guessed@example.org", "192.0.2.3")).status).toBe(200);
  } finally {
    await one.close();
    await two.close();
  }
});

test("concurrent guesses at one account are limited", async () => {
  await signUp(site.current, "rushed@example.org");
  const school = await open({ failedSignInsHere: { calls: 3, seconds: 60 } });
  try {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn(school, "rushed@example.org", "192.0.2.4", "Wrong!2026")),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      401, 401, 401, 429, 429, 429, 429, 429,
    ]);
  } finally {
    await school.close();
  }
});

test("guesses from many networks do not lock out a network that has signed in before", async () => {
  await signUp(site.current, "wanted@example.org");
  const school = await open({ failedSignInsElsewhere: { calls: 3, seconds: 60 } });
  try {
    expect((await signIn(school, "wanted@example.org", "192.0.2.5")).status).toBe(200);
    const statuses: number[] = [];
    for (const last of [11, 12, 13, 14]) {
      statuses.push((await signIn(school, "wanted@example.org", `192.0.2.${last}`, "Wrong!2026")).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await signIn(school, "wanted@example.org", "192.0.2.15")).status).toBe(429);
    expect((await signIn(school, "wanted@example.org", "192.0.2.5")).status).toBe(200);
  } finally {
    await school.close();
  }
});

test("guesses at many accounts from one network are limited", async () => {
  await signUp(site.current, "known1@example.org");
  await signUp(site.current, "known2@example.org");
  const school = await open({ failedSignInsFrom: { calls: 4, seconds: 60 } });
  try {
    const statuses: number[] = [];
    for (const name of ["known1", "nobody1", "known2", "nobody2", "nobody3"]) {
      statuses.push((await signIn(school, `${name}@example.org`, "192.0.2.6", "Wrong!2026")).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await signIn(school, "known1@example.org", "192.0.2.7")).status).toBe(200);
  } finally {
    await school.close();
  }
});

test("guesses at an unknown email are limited like those at a known one", async () => {
  await signUp(site.current, "alike@example.org");
  const school = await open({ failedSignInsHere: { calls: 2, seconds: 60 } });
  try {
    const told = async (email: string) => {
      const answers: unknown[] = [];
      for (const _ of [1, 2, 3, 4]) {
        const { status, body } = await signIn(school, email, "192.0.2.8", "Wrong!2026");
        const { requestId, detail, ...said } = body;
        expect(requestId).toBeTypeOf("string");
        answers.push([status, said, String(detail).replace(/\d+/, "")]);
      }
      return answers;
    };
    expect(await told("no-such@example.org")).toEqual(await told("alike@example.org"));
  } finally {
    await school.close();
  }
});
