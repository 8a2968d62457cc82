import { eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { paymentAttempts } from "../payments/tables.ts";
import { erasePerson } from "./erase-person.ts";
import { lockAccount } from "./lock-account.ts";
import { hasTaught } from "./remove-names.ts";

/**
 * When the owner of an email claims an account that somebody else may have opened with it. A record with money, or of
 * staff, stays for the owner: the books and what an admin decided name its email.
 */
export async function releaseRecord(
  tx: Transaction,
  context: Parameters<typeof erasePerson>[1],
  claims: Pick<IdentityClaims, "issuer" | "subject">,
): Promise<void> {
  const person = await lockAccount(tx, claims);
  if (!person || person.role !== "student" || (await hasTaught(tx, person))) return;
  if ((await tx.$count(paymentAttempts, eq(paymentAttempts.studentId, person.id))) > 0) return;
  // Letters and the newsletter belong to the mailbox, not to who signed up with its name.
  await erasePerson(tx, context, { ...person, email: "" });
}
