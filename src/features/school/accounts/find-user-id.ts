import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Emit } from "../../../platform/events.ts";
import { problems } from "./contract.ts";
import { personChanged } from "../../../access/events.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { users } from "../../../access/tables.ts";

/** Follows email changes and claims records only for verified emails. Throws other-email, email-claimed. */
export async function findUserId(
  { db, emit }: Pick<AppContext, "db" | "emit">,
  claims: IdentityClaims,
): Promise<string | undefined> {
  // Fast path without lock or write, for nearly every sign-in and renewal.
  const record = await findByIdentity(db, claims);
  if (record?.email === claims.email) return record.id;
  return db.transaction((tx) => (record ? followEmail(tx, claims, emit) : claimRecord(tx, claims)));
}

const ofIdentity = ({ issuer, subject }: IdentityClaims) =>
  and(eq(users.identityIssuer, issuer), eq(users.identitySubject, subject));

const findByIdentity = async (db: Database, claims: IdentityClaims) =>
  (await db.select({ id: users.id, email: users.email }).from(users).where(ofIdentity(claims)))[0];

const changedEmail =
  "Your login email has changed since you joined Senga. Log in with the email you signed up with, or contact support.";

async function followEmail(tx: Transaction, claims: IdentityClaims, emit: Emit): Promise<string | undefined> {
  const [record] = await tx.select().from(users).where(ofIdentity(claims)).for("update");
  if (!record || record.email === claims.email) return record?.id;
  const isOld = record.emailChangedAt !== null && claims.issuedAt <= record.emailChangedAt;
  // The new email may belong to another person here.
  if (isOld || !claims.emailVerified || (await isTaken(tx, claims.email)))
    throw new Problem(problems.otherEmail, changedEmail);
  await tx
    .update(users)
    .set({ email: claims.email, emailChangedAt: claims.issuedAt })
    .where(eq(users.id, record.id));
  await emit(tx, personChanged, { personId: record.id, formerEmail: record.email });
  return record.id;
}

export const isTaken = async (db: Database, email: string): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0;

async function claimRecord(tx: Transaction, claims: IdentityClaims): Promise<string | undefined> {
  const [record] = await tx.select().from(users).where(eq(users.email, claims.email)).for("update");
  const raced = await findByIdentity(tx, claims);
  if (raced) return raced.id;
  if (!record) return undefined;
  if (!claims.emailVerified && !isOfFormerOrigin(record, claims)) throw new Problem(problems.emailTaken);
  await tx
    .update(users)
    .set({ identityIssuer: claims.issuer, identitySubject: claims.subject })
    .where(eq(users.id, record.id));
  return record.id;
}

/** The site's own provider uses the site's origin as its issuer, and keeps its subjects when that changes. */
const isOfFormerOrigin = (
  { identityIssuer, identitySubject }: typeof users.$inferSelect,
  { issuer, subject }: IdentityClaims,
): boolean =>
  identitySubject === subject && [identityIssuer, issuer].every((name) => name?.endsWith("/identity"));
