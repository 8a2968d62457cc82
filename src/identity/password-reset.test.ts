import { eq, sql } from "drizzle-orm";
import pg from "pg";
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
import { isPostgres, urlOf } from "../../test/support/database.ts";
import { openSite, useSite } from "../../test/support/identity-site.ts";
import { rateLimits } from "../platform/rate-limiter.ts";
import { sessions, users, verifications } from "./tables.ts";

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

  test.runIf(isPostgres)(
    "leaves no session of a sign-in that checked the old password before it",
    async () => {
      const { db, database } = site.current;
      await signUp(site.current, "raced@example.org");
      const token = await resetTokenFor(site.current, "raced@example.org");
      // The sign-in waits between its check and its session.
      await db.execute(sql`create function wait_for_reset() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end $$`);
      await db.execute(sql`create trigger waits before insert on identity.sessions
      for each row execute function wait_for_reset()`);
      const beside = new pg.Client({ connectionString: await urlOf(database) });
      await beside.connect();
      await beside.query("select pg_advisory_lock(1)");
      const late = site.current.visitor();
      try {
        const signIn = late.post("/identity/sign-in", { email: "raced@example.org", password });
        const waiting = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and locktype = 'advisory' and objid = 1 and not granted`;
        await expect.poll(async () => (await beside.query(waiting)).rowCount).toBe(1);
        const reset = { token, newPassword: "New!2026" };
        expect((await site.current.visitor().post("/identity/reset-password", reset)).status).toBe(200);
        await beside.query("select pg_advisory_unlock(1)");
        expect(await signIn).toMatchObject(problem("wrong-password", 401, "Wrong email or password."));
      } finally {
        await beside.end();
        await db.execute(sql`drop function wait_for_reset cascade`);
      }
      expect((await late.get("/identity/session")).body).toEqual({ user: null });
      const [user] = await db.select().from(users).where(eq(users.email, "raced@example.org"));
      expect(await db.$count(sessions, eq(sessions.userId, user!.id))).toBe(0);
    },
  );

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
