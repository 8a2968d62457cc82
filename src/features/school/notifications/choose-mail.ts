import { and, eq, isNotNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { users } from "../../../access/tables.ts";
import { Problem } from "../../../platform/errors.ts";
import { findPerson } from "../../../access/queries.ts";
import { type MailFrequency, type NotificationKind, kindOf, choosableKinds } from "./kinds.ts";
import { ofKinds } from "./queries.ts";
import { notificationChoices, notifications } from "./tables.ts";
import { problems } from "./contract.ts";

/** Omitted kinds stay unchanged. */
type Choices = Readonly<Partial<Record<NotificationKind, MailFrequency>>>;

export async function chooseMail(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  personId: string,
  choices: Choices,
): Promise<void> {
  const chosen = Object.entries(choices) as [NotificationKind, MailFrequency][];
  await db.transaction(async (tx) => {
    // Waits for a mail that is being put together; the next one uses the new choice.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for("no key update");
    for (const [kind, frequency] of chosen) await choose(tx, personId, kind, frequency);
    const kinds = chosen.map(([kind]) => kind);
    await tx
      .update(notifications)
      .set({ mailAt: clock.now() })
      .where(and(ofKinds(personId, kinds), isNotNull(notifications.mailAt)));
  });
}

async function choose(
  tx: Transaction,
  personId: string,
  kind: NotificationKind,
  frequency: MailFrequency,
): Promise<void> {
  if (frequency === kindOf(kind).mail) {
    await tx
      .delete(notificationChoices)
      .where(and(eq(notificationChoices.personId, personId), eq(notificationChoices.kind, kind)));
    return;
  }
  await tx
    .insert(notificationChoices)
    .values({ personId, kind, frequency })
    .onConflictDoUpdate({
      target: [notificationChoices.personId, notificationChoices.kind],
      set: { frequency },
    });
}

/** Throws mail-link-broken. */
export async function followMailLink({ db, mailLinks }: Pick<AppContext, "db" | "mailLinks">, token: string) {
  const link = await mailLinks.verify(token);
  const person = link && (await findPerson(db, link.personId));
  if (!person) throw new Problem(problems.brokenLink);
  // An old mail may contain a kind that no longer exists.
  return { person, kinds: choosableKinds.filter((kind) => link.kinds.includes(kind)) };
}

/** Throws mail-link-broken. */
export async function unsubscribe(
  context: Pick<AppContext, "clock" | "db" | "mailLinks">,
  token: string,
): Promise<void> {
  const { person, kinds } = await followMailLink(context, token);
  const choices: Choices = Object.fromEntries(kinds.map((kind) => [kind, "never"]));
  await chooseMail(context, person.id, choices);
}
