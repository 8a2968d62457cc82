import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { outbox } from "../../../platform/outbox.ts";
import { users } from "../../../access/tables.ts";
import { followInstructor } from "../../school/classes/follow-instructor.ts";
import { contactMessages } from "../../school/contact/tables.ts";
import { newsletterSubscriptions } from "../newsletter/tables.ts";
import { payments } from "../payments/tables.ts";
import { selections } from "../../school/selections/tables.ts";
import { removeSubscription } from "./remove-subscription.ts";

export async function followPerson(
  tx: Transaction,
  context: Pick<AppContext, "invalidation">,
  { personId, formerEmail }: { readonly personId: string; readonly formerEmail?: string },
): Promise<void> {
  await followInstructor(tx, context, personId);
  if (formerEmail !== undefined) await followEmail(tx, personId, formerEmail);
}

/** Text written under the former email stays with the person, for export and deletion. */
async function followEmail(tx: Transaction, personId: string, former: string): Promise<void> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, personId));
  if (!person) return;
  const { email } = person;
  for (const table of [payments, selections])
    await tx.update(table).set({ instructorEmail: email }).where(eq(table.instructorEmail, former));
  await tx
    .update(contactMessages)
    .set({ email })
    .where(sql`lower(${contactMessages.email}) = ${former}`);
  const known = await tx.$count(newsletterSubscriptions, eq(newsletterSubscriptions.email, email));
  if (known > 0) await removeSubscription(tx, former);
  await tx.update(newsletterSubscriptions).set({ email }).where(eq(newsletterSubscriptions.email, former));
  // Failed mails in the outbox must not reach the former mailbox.
  await tx.delete(outbox).where(and(eq(outbox.recipient, former), isNotNull(outbox.failedAt)));
}
