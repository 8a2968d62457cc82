import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { personChanged } from "../../../access/events.ts";
import { users } from "../../../access/tables.ts";
import { emailSetMail } from "./mails.ts";

/** Returns the name, or undefined without an account. Throws a unique violation. */
export async function setEmail(
  tx: Transaction,
  { clock, emit }: Pick<AppContext, "clock" | "emit">,
  oldEmail: string,
  newEmail: string,
): Promise<string | undefined> {
  const [user] = await tx
    .update(users)
    // An older token must not restore the old email.
    .set({ email: newEmail, emailChangedAt: clock.now() })
    .where(eq(users.email, oldEmail))
    .returning({ id: users.id, name: users.name });
  if (!user) return undefined;
  await emit(tx, personChanged, { personId: user.id, formerEmail: oldEmail });
  for (const mailbox of [oldEmail, newEmail]) await enqueueMail(tx, clock, emailSetMail(mailbox));
  return user.name;
}
