import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, or, sql } from "drizzle-orm";
import { systemClock } from "../platform/clock.ts";
import { type Transaction, isUniqueViolation } from "../platform/database.ts";
import { Problem } from "../platform/errors.ts";
import { askNewAddressMail, askOldAddressMail, emailChangedMail } from "./mails.ts";
import { identityProblems } from "./problems.ts";
import { refuseWhenOver } from "./rate-limit.ts";
import { emailChanges, users, verifications } from "./tables.ts";
import type { IdentityParts } from "./auth.ts";

export type Side = "new" | "old";

export type EmailChangeOutcome =
  | { readonly state: "waiting"; readonly waitsFor: Side }
  | { readonly state: "changed"; readonly identityToken: string };

type Change = typeof emailChanges.$inferSelect;

const newToken = (): string => randomBytes(32).toString("base64url");
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Replaces an earlier change and its links. Throws email-already-in-use, too-many-requests. */
export async function requestEmailChange(
  { options, counts }: Pick<IdentityParts, "options" | "counts">,
  user: { readonly id: string; readonly email: string },
  email: string,
): Promise<void> {
  const { db, origin, sendMail } = options;
  if (await isTaken(db, email)) throw new Problem(identityProblems.emailAlreadyInUse);
  for (const mailbox of [email, user.email]) refuseWhenOver(await counts.count("mailsPerEmail", mailbox));
  const tokens = { new: newToken(), old: newToken() };
  const change = {
    email,
    newTokenHash: hashOf(tokens.new),
    oldTokenHash: hashOf(tokens.old),
    confirmedByNewAt: null,
    confirmedByOldAt: null,
    expiresAt: sql`now() + interval '1 day'`,
  };
  await db
    .insert(emailChanges)
    .values({ userId: user.id, ...change })
    .onConflictDoUpdate({ target: emailChanges.userId, set: change });
  const urlOf = (token: string) => `${origin}/change-email?token=${token}`;
  await sendMail(askNewAddressMail(email, urlOf(tokens.new)));
  await sendMail(askOldAddressMail(user.email, email, urlOf(tokens.old)));
}

export const findPendingChange = async (db: IdentityParts["options"]["db"], userId: string) =>
  (
    await db
      .select()
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, sql`now()`)))
  )[0];

export const findChangeByToken = async (
  db: IdentityParts["options"]["db"],
  token: string,
): Promise<Change | undefined> => (await db.select().from(emailChanges).where(hasToken(token)))[0];

const hasToken = (token: string) =>
  and(
    or(eq(emailChanges.newTokenHash, hashOf(token)), eq(emailChanges.oldTokenHash, hashOf(token))),
    gt(emailChanges.expiresAt, sql`now()`),
  );

export async function cancelEmailChange(db: IdentityParts["options"]["db"], userId: string): Promise<void> {
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

/** The second of the two confirmations changes the email. Throws token-expired, email-already-in-use. */
export async function confirmEmailChange(
  { options, auth }: Pick<IdentityParts, "options" | "auth">,
  token: string,
): Promise<EmailChangeOutcome> {
  const { db, origin, sendMail } = options;
  const outcome = await db
    .transaction(async (tx) => {
      const [change] = await tx.select().from(emailChanges).where(hasToken(token)).for("update");
      if (!change) throw new Problem(identityProblems.linkExpired);
      const side: Side = change.newTokenHash === hashOf(token) ? "new" : "old";
      const confirmed = side === "new" ? { confirmedByNewAt: sql`now()` } : { confirmedByOldAt: sql`now()` };
      const ofUser = eq(emailChanges.userId, change.userId);
      if (side === "new" ? !change.confirmedByOldAt : !change.confirmedByNewAt) {
        await tx.update(emailChanges).set(confirmed).where(ofUser);
        return { state: "waiting", waitsFor: side === "new" ? "old" : "new" } as const;
      }
      await tx.delete(emailChanges).where(ofUser);
      if (await isTaken(tx, change.email)) return { state: "taken" } as const;
      const [before] = await tx.select().from(users).where(eq(users.id, change.userId)).for("update");
      if (!before) throw new Problem(identityProblems.linkExpired);
      const [user] = await tx
        .update(users)
        .set({ email: change.email, emailVerified: true, updatedAt: sql`now()` })
        .where(eq(users.id, before.id))
        .returning();
      // Reset links went to the old mailbox.
      await tx.delete(verifications).where(eq(verifications.value, before.id));
      return { state: "changed", user: user ?? before, oldEmail: before.email } as const;
    })
    .catch((error: unknown) => {
      // Someone signed up with the email between the two statements.
      if (isUniqueViolation(error)) return { state: "taken" } as const;
      throw error;
    });
  if (outcome.state === "waiting") return outcome;
  if (outcome.state === "taken") throw new Problem(identityProblems.emailTakenMeanwhile);
  const { user, oldEmail } = outcome;
  for (const mailbox of [user.email, oldEmail]) await sendMail(emailChangedMail(mailbox, origin));
  const payload = {
    sub: user.id,
    iat: Math.floor(systemClock.now().getTime() / 1000),
    email: user.email,
    email_verified: true,
    name: user.name,
    picture: user.image ?? "",
  };
  return { state: "changed", identityToken: (await auth.api.signJWT({ body: { payload } })).token };
}

const isTaken = async (db: Pick<IdentityParts["options"]["db"], "select">, email: string): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0;

/**
 * Counts as confirmed: support has checked who asks, and an unconfirmed one could be claimed. Tells whether the old email
 * was confirmed, or returns undefined if there is no account. Throws a unique violation.
 */
export async function setIdentityEmail(
  tx: Transaction,
  oldEmail: string,
  newEmail: string,
): Promise<{ readonly wasConfirmed: boolean } | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.email, oldEmail)).for("update");
  if (!user) return undefined;
  await tx.update(users).set({ email: newEmail, emailVerified: true }).where(eq(users.id, user.id));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, user.id));
  // Reset links went to the old mailbox.
  await tx.delete(verifications).where(eq(verifications.value, user.id));
  return { wasConfirmed: user.emailVerified };
}
