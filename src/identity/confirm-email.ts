import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { errors, jwtVerify } from "jose";
import { hour, systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { defaultPortrait } from "../platform/picture-url.ts";
import { Problem } from "../platform/errors.ts";
import type { Auth, AuthOptions } from "./auth.ts";
import { inputs, read } from "./inputs.ts";
import { identityProblems } from "./problems.ts";
import { accounts, users, verifications } from "./tables.ts";

export type Confirmation =
  | { readonly result: "confirmed" | "already" }
  /** Confirmed without being logged in: the account is new and empty, and the token sets its password. */
  | { readonly result: "claimed"; readonly resetToken: string };

export async function confirmEmail(
  { options, auth }: { readonly options: AuthOptions; readonly auth: Auth },
  token: string,
  headers: Headers,
): Promise<Confirmation> {
  const { db } = options;
  const { secret } = await auth.$context;
  const email = await readEmail(token, secret);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Problem(identityProblems.linkExpired);
  if (user.emailVerified) {
    const canLogIn = (await db.$count(accounts, eq(accounts.userId, user.id))) > 0;
    // Claimed before, but the answer with the token was lost.
    return canLogIn
      ? { result: "already" }
      : { result: "claimed", resetToken: await newResetToken(auth, user.id) };
  }
  const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (session?.user.id === user.id) {
    await db
      .update(users)
      .set({ emailVerified: true })
      .where(and(eq(users.id, user.id), eq(users.email, email)));
    return { result: "confirmed" };
  }
  const name = email.slice(0, email.indexOf("@"));
  const id = await replaceUnconfirmed(options, user.id, { email, name, image: defaultPortrait });
  if (!id) return { result: "already" };
  return { result: "claimed", resetToken: await newResetToken(auth, id) };
}

async function newResetToken(auth: Auth, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const resetToken = randomBytes(32).toString("hex");
  await internalAdapter.createVerificationValue({
    value: userId,
    identifier: `reset-password:${resetToken}`,
    expiresAt: new Date(systemClock.now().getTime() + hour),
  });
  return resetToken;
}

/** Google has verified the email, and nobody has confirmed it here. */
export async function claimEmail(
  options: AuthOptions,
  owner: { readonly email: string; readonly name: string; readonly image: string },
): Promise<void> {
  const [user] = await options.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, owner.email), eq(users.emailVerified, false)));
  if (user) await replaceUnconfirmed(options, user.id, owner);
}

/** A stranger may have signed up, so nothing is kept. The record goes first: a crash leaves the account claimable. */
async function replaceUnconfirmed(
  { db, issuer, releaseRecord }: AuthOptions,
  subject: string,
  owner: { readonly email: string; readonly name: string; readonly image: string },
): Promise<string | undefined> {
  await releaseRecord({ issuer, subject });
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(users)
      .where(and(eq(users.id, subject), eq(users.emailVerified, false)))
      .returning({ id: users.id });
    if (gone.length === 0) return undefined;
    await tx.delete(verifications).where(eq(verifications.value, subject));
    const id = newId();
    await tx.insert(users).values({ id, ...owner, emailVerified: true });
    return id;
  });
}

async function readEmail(token: string, secret: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ["HS256"] });
    return read(inputs.namedEmail, payload).email;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new Problem(identityProblems.linkExpired);
    throw error;
  }
}
