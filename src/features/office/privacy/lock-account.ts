import { and, asc, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { type Person, findPerson } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";

/** Locks in the order of a purchase, class before instructor, so that nobody can buy a class being removed. */
export async function lockAccount(
  tx: Transaction,
  { issuer, subject }: Pick<IdentityClaims, "issuer" | "subject">,
): Promise<Person | undefined> {
  const isTheirs = and(eq(users.identityIssuer, issuer), eq(users.identitySubject, subject));
  const own = tx.select({ id: users.id }).from(users).where(isTheirs);
  await tx
    .select({ id: classes.id })
    .from(classes)
    .where(inArray(classes.instructorId, own))
    .orderBy(asc(classes.id))
    .for("no key update");
  const [account] = await tx.select({ id: users.id }).from(users).where(isTheirs).for("update");
  return account && findPerson(tx, account.id);
}
