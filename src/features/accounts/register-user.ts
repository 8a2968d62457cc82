import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Database, Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { defaultPortrait, isPictureUrl } from "../../platform/picture-url.ts";
import { problems } from "./contract.ts";
import type { IdentityClaims } from "./identity-token.ts";
import { users } from "./tables.ts";

export interface Profile {
  readonly name: string;
  readonly image: string;
}

/** The provider does not guarantee a displayable picture URL. */
const displayableUrl = (url: string): string | undefined => (isPictureUrl(url) ? url : undefined);

/** Throws other-email and email-claimed: only an email verified by its provider may take a record over. */
export async function registerUser(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  claims: IdentityClaims,
  profile?: Profile,
): Promise<{ id: string; isNew: boolean }> {
  // Fast path without lock or write: nearly every sign-in and renewal has a record.
  const existingId = await findByIdentity(db, claims);
  if (existingId) return { id: existingId, isNew: false };
  return db.transaction(async (tx) => {
    const id = newId();
    const inserted = await tx
      .insert(users)
      .values({
        id,
        name: profile?.name || claims.name || claims.email.slice(0, claims.email.indexOf("@")),
        email: claims.email,
        image: profile?.image || displayableUrl(claims.picture) || defaultPortrait,
        role: "student",
        identityIssuer: claims.issuer,
        identitySubject: claims.subject,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    return inserted.length > 0 ? { id, isNew: true } : { id: await claimRecord(tx, claims), isNew: false };
  });
}

async function findByIdentity(
  db: Database | Transaction,
  claims: IdentityClaims,
): Promise<string | undefined> {
  const [record] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.identityIssuer, claims.issuer), eq(users.identitySubject, claims.subject)));
  // An email changed at the provider may belong to another user here.
  if (record && record.email !== claims.email) throw new Problem(problems.otherEmail, changedEmail);
  return record?.id;
}

const changedEmail =
  "The email of your sign-in has changed since you joined Senga. Log in with the email you signed up with, or contact support.";

async function claimRecord(tx: Transaction, claims: IdentityClaims): Promise<string> {
  const [record] = await tx.select().from(users).where(eq(users.email, claims.email)).for("update");
  const existingId = await findByIdentity(tx, claims);
  if (existingId) return existingId;
  if (!record) throw new Error("A record that stood in the way of a new one is gone");
  if (!claims.emailVerified) throw new Problem(problems.emailTaken);
  await tx
    .update(users)
    .set({ identityIssuer: claims.issuer, identitySubject: claims.subject })
    .where(eq(users.id, record.id));
  return record.id;
}
