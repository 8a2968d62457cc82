import { eq } from "drizzle-orm";
import type { World } from "../../world.ts";
import type { Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { problems } from "./contract.ts";
import type { IdentityClaims } from "./identity-token.ts";
import { isPictureAddress } from "./policy.ts";
import { users } from "./tables.ts";

/** What a person says of themselves at sign-up. */
export interface Profile {
  readonly name: string;
  readonly image: string;
}

/** Shown for people whose identity provider gives no picture. */
export const portraitOfNobody = "/drawings/portrait-ghost.svg";

/** A provider vouches for the e-mail and the name, not for what it calls a picture. */
const showable = (address: string | undefined): string | undefined =>
  address && isPictureAddress(address) ? address : undefined;

/**
 * Makes sure that the bearer of the identity token has a record, and tells whether it is new.
 * A new record is always a student's. An existing one is answered only to the identity that it belongs to; another
 * identity with the same e-mail takes it over only when its provider has verified the address, or anyone could
 * sign up with an instructor's e-mail and be that instructor. Throws email-claimed.
 * @param profile name and picture for a new record; without one, the token's own
 */
export async function registerUser(
  world: World,
  claims: IdentityClaims,
  profile?: Profile,
): Promise<{ id: string; isNew: boolean }> {
  return world.db.transaction(async (tx) => {
    const id = newId();
    const inserted = await tx
      .insert(users)
      .values({
        id,
        name: profile?.name || claims.name || claims.email.slice(0, claims.email.indexOf("@")),
        email: claims.email,
        image: profile?.image || showable(claims.picture) || portraitOfNobody,
        role: "student",
        identityIssuer: claims.issuer,
        identitySubject: claims.subject,
        createdAt: world.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    return inserted.length > 0 ? { id, isNew: true } : { id: await claimRecord(tx, claims), isNew: false };
  });
}

/** The id of the record that this identity owns or may take over. */
async function claimRecord(tx: Transaction, claims: IdentityClaims): Promise<string> {
  const [record] = await tx.select().from(users).where(eq(users.email, claims.email)).for("update");
  // The identity has a record under another address: its provider changed the e-mail, which we do not follow.
  if (!record) throw new Problem(problems.otherEmail);
  if (record.identityIssuer === claims.issuer && record.identitySubject === claims.subject) return record.id;
  if (!claims.emailVerified) throw new Problem(problems.emailTaken);
  await tx
    .update(users)
    .set({ identityIssuer: claims.issuer, identitySubject: claims.subject })
    .where(eq(users.id, record.id));
  return record.id;
}
