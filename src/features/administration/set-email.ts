import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { enqueueMail } from "../../platform/outbox.ts";
import type { OnPersonChange } from "../accounts/person-change.ts";
import { users } from "../accounts/tables.ts";
import { emailSetMail } from "./mails.ts";

/** For the command line. Returns the name, or undefined without an account. Throws a unique violation. */
export async function setEmail(
  tx: Transaction,
  { clock }: Pick<AppContext, "clock">,
  oldEmail: string,
  newEmail: string,
  onPersonChange: OnPersonChange,
): Promise<string | undefined> {
  const [user] = await tx
    .update(users)
    // A token from before must not bring the old email back.
    .set({ email: newEmail, emailChangedAt: clock.now() })
    .where(eq(users.email, oldEmail))
    .returning({ id: users.id, name: users.name });
  if (!user) return undefined;
  await onPersonChange(tx, user.id, oldEmail);
  for (const mailbox of [oldEmail, newEmail]) await enqueueMail(tx, clock, emailSetMail(mailbox));
  return user.name;
}
