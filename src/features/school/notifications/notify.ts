import { and, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import type { NotificationKind, PartOf, Parts } from "./kinds.ts";
import { notifications } from "./tables.ts";

type OfKind<K extends NotificationKind> = {
  readonly personId: string;
  readonly kind: K;
  readonly aboutId: string;
  readonly classId?: string;
  /** Starts with `/`. */
  readonly path: string;
} & Pick<Parts, PartOf<K>>;

export type Notification = { [K in NotificationKind]: OfKind<K> }[NotificationKind];

/**
 * Call it in the transaction that has the reason. Never tells a person twice of one thing, and nobody who has deleted
 * their account.
 */
export async function notify(
  tx: Transaction,
  { clock }: Pick<AppContext, "clock">,
  ...all: readonly Notification[]
): Promise<void> {
  const now = clock.now();
  // A statement takes 65,535 values.
  for (let i = 0; i < all.length; i += 1000) {
    const batch = all.slice(i, i + 1000);
    const members = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, [...new Set(batch.map(({ personId }) => personId))]), hasAccount));
    const ids = new Set(members.map(({ id }) => id));
    const rows = batch
      .filter(({ personId }) => ids.has(personId))
      .map((each) => ({ id: newId(), createdAt: now, mailAt: now, ...rowOf(each) }));
    if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing();
  }
}

function rowOf(notification: Notification) {
  const { personId, kind, aboutId, path, classId, ...rest } = notification;
  const { actorId, ...parts }: Partial<Parts> = rest;
  return { personId, kind, aboutId, path, classId, actorId, parts };
}
