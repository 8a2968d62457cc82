import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  expectResetMails,
  mailboxOf,
  password,
  problem,
  resetMailsTo,
  resetTokenFor,
  signUp,
} from "../../test/support/identity-accounts.ts";
import { openSite, useSite } from "../../test/support/identity-site.ts";
import { rateLimits } from "../platform/rate-limiter.ts";
import { users, verifications } from "./tables.ts";

const site = useSite();

describe("a password reset", () => {
  test("by the emailed link works once and ends every session", async () => {
    const elsewhere = await signUp(site.current, "forgot@example.org");
    const older = await resetTokenFor(site.current, "forgot@example.org");
    const token = await resetTokenFor(site.current, "Forgot@example.org");
    const [mail] = await mailboxOf(site.current, "forgot@example.org");
    expect(mail?.subject).toBe("Reset your Senga password");
    expect(mail?.links).toEqual([`${site.current.origin}/reset-password?token=${token}`]);
    expect(
      await site.current.db
        .select()
        .from(verifications)
        .where(sql`identifier like ${`%${token}%`}`),
    ).toEqual([]);

    const visitor = site.current.visitor();
    const isValid = async (tried: unknown) =>
      (await visitor.post("/identity/reset-password/check", { token: tried })).body.isValid;
    expect([await isValid(token), await isValid(older)]).toEqual([true, true]);
    const weak = await visitor.post("/identity/reset-password", { token, newPassword: "short" });
    expect(weak).toMatchObject(problem("weak-password", 400, "Password Must Be 8 Characters"));
    // The shortest there is.
    const chosen = "New!26";
    expect((await visitor.post("/identity/reset-password", { token, newPassword: chosen })).status).toBe(200);

    expect((await elsewhere.get("/identity/session")).body).toEqual({ user: null });
    expect((await visitor.post("/identity/sign-in", { email: "forgot@example.org", password })).status).toBe(
      401,
    );
    const signIn = await visitor.post("/identity/sign-in", {
      email: "forgot@example.org",
      password: chosen,
    });
    expect(signIn.body.user.emailVerified).toBe(true);
    for (const used of [token, older, "never-given", "\0", "", 7]) {
      const answer = await visitor.post("/identity/reset-password", {
        token: used,
        newPassword: "New!2027",
      });
      expect(answer).toMatchObject(problem("token-expired", 400, expect.stringContaining("expired")));
      expect(await isValid(used)).toBe(false);
    }
  });

  test("clears the count of failed sign-ins", async () => {
    await signUp(site.current, "locked@example.org");
    await site.current.db.delete(rateLimits);
    const limits = { failedSignInsHere: { calls: 2, seconds: 60 } };
    const strict = await openSite({ shared: site.current.database, limits, rateLimitFactor: 1 });
    try {
      const signIn = async (typed: string) =>
        (await strict.visitor().post("/identity/sign-in", { email: "locked@example.org", password: typed }))
          .status;
      expect([await signIn("Old!2026"), await signIn("Old!2027"), await signIn(password)]).toEqual([
        401, 401, 429,
      ]);
      const token = await resetTokenFor(site.current, "locked@example.org");
      await strict.visitor().post("/identity/reset-password", { token, newPassword: "New!2026" });
      expect(await signIn("New!2026")).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test("by a link older than an hour is refused", async () => {
    await signUp(site.current, "slow@example.org");
    const token = await resetTokenFor(site.current, "slow@example.org");
    const [user] = await site.current.db.select().from(users).where(eq(users.email, "slow@example.org"));
    const ofUser = eq(verifications.value, user!.id);
    const [row] = await site.current.db.select().from(verifications).where(ofUser);
    const minutes = (row!.expiresAt.getTime() - row!.createdAt.getTime()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    await site.current.db
      .update(verifications)
      .set({ expiresAt: new Date("2020-01-01") })
      .where(ofUser);
    const checked = await site.current.visitor().post("/identity/reset-password/check", { token });
    expect(checked.body).toEqual({ isValid: false });
    const answer = await site.current
      .visitor()
      .post("/identity/reset-password", { token, newPassword: "New!2026" });
    expect(answer).toMatchObject(problem("token-expired", 400, expect.stringContaining("expired")));
  });

  test("does not reveal whether the address is known, and sends a stranger no email", async () => {
    await signUp(site.current, "quiet@example.org");
    const unknown = await site.current
      .visitor()
      .post("/identity/forgot-password", { email: "stranger@example.org" });
    const known = await site.current
      .visitor()
      .post("/identity/forgot-password", { email: "quiet@example.org" });
    expect([known.status, known.body]).toEqual([200, {}]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await expectResetMails(site.current, "quiet@example.org", 1);
    expect(await mailboxOf(site.current, "stranger@example.org")).toEqual([]);
  });

  test("sends a limited number of emails to one address without revealing it", async () => {
    await signUp(site.current, "flooded@example.org");
    await site.current.db.delete(rateLimits);
    const limits = { mailsPerEmail: { calls: 2, seconds: 60 } };
    const careful = await openSite({ shared: site.current.database, limits, rateLimitFactor: 1 });
    try {
      for (const _ of [1, 2, 3]) {
        expect(
          (await careful.visitor().post("/identity/forgot-password", { email: "flooded@example.org" }))
            .status,
        ).toBe(200);
      }
      await expectResetMails(site.current, "flooded@example.org", 2);
      // A later mail proves that the queue is empty.
      await site.current.db.delete(rateLimits);
      await resetTokenFor(site.current, "flooded@example.org");
      expect(await resetMailsTo(site.current, "flooded@example.org")).toHaveLength(3);
    } finally {
      await careful.close();
    }
  });
});
