import { eq } from "drizzle-orm";
import type { Transaction } from "../platform/database.ts";
import { emailChanges, users, verifications } from "./tables.ts";

/** The new email is unconfirmed. Returns false if there is no account. Throws a unique violation. */
export async function setIdentityEmail(
  tx: Transaction,
  oldEmail: string,
  newEmail: string,
): Promise<boolean> {
  const [user] = await tx
    .update(users)
    .set({ email: newEmail, emailVerified: false })
    .where(eq(users.email, oldEmail))
    .returning({ id: users.id });
  if (!user) return false;
  await tx.delete(emailChanges).where(eq(emailChanges.userId, user.id));
  // Reset links went to the old mailbox.
  await tx.delete(verifications).where(eq(verifications.value, user.id));
  return true;
}
