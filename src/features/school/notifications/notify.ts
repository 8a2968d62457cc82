import { type Placeholder, type SQL, and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import type { Role } from "../../../access/policy.ts";
import { type NotificationKind, type PartOf, type Parts, kindNames, roleOf } from "./kinds.ts";
import { isUnreadBy, ofKinds } from "./queries.ts";
import { notifications } from "./tables.ts";

type OfKind<K extends NotificationKind> = {
  readonly personId: string;
  readonly kind: K;
  readonly aboutId: string;
  readonly classId?: string;
  readonly path: string;
} & Pick<Parts, PartOf<K>>;

export type Notification = { [K in NotificationKind]: OfKind<K> }[NotificationKind];

/** Call it in the transaction of the cause. Skips repetitions, deleted accounts and people whose role has changed. */
export async function notify(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  ...all: readonly Notification[]
): Promise<void> {
  if (all.length > 0)
    await tx.execute(insertNotifications(notificationRows(...all), context.clock.now().toISOString()));
}

type ForAdmins = { [K in NotificationKind]: Omit<OfKind<K>, "personId"> }[NotificationKind];

/** Ids of the admins who aren't suspended, without `concernedId` unless there is no other. */
export async function listDeciders(db: Database, concernedId?: string): Promise<string[]> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)));
  const ids = admins.map(({ id }) => id);
  const others = ids.filter((id) => id !== concernedId);
  return others.length > 0 ? others : ids;
}

/** `notify`, for `listDeciders`. */
export async function notifyAdmins(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  notification: ForAdmins,
  concernedId?: string,
): Promise<void> {
  const deciders = await listDeciders(tx, concernedId);
  await notify(tx, context, ...deciders.map((personId) => ({ ...notification, personId })));
}

/** Call it in the transaction that removes what they lead to. Read ones stay, and so do mailed ones, as read. */
export async function removeUnread(
  tx: Transaction,
  personId: string,
  kinds: readonly NotificationKind[],
  isAbout: SQL,
): Promise<void> {
  const isMeant = and(ofKinds(personId, kinds), isNull(notifications.readAt), isAbout);
  // Otherwise the next mail would not know how recent the last one is.
  await tx
    .update(notifications)
    .set({ readAt: sql`${notifications.mailedAt}` })
    .where(and(isMeant, isNotNull(notifications.mailedAt)));
  await tx.delete(notifications).where(isMeant);
}

/** `notify`, as a part of the prepared statement of the cause. `rows` takes `notificationRows`, `at` an ISO 8601 time. */
export const notifying = (tx: Database, rows: Placeholder, at: Placeholder) =>
  tx.$with("notified", {}).as(insertNotifications(rows, at));

/** One parameter for all rows: a statement takes 65,535. */
export const notificationRows = (...all: readonly Notification[]): string =>
  JSON.stringify(all.map((each) => ({ id: newId(), ...rowOf(each) })));

const insertNotifications = (rows: string | Placeholder, at: string | Placeholder): SQL => sql`
    insert into ${notifications} (id, person_id, kind, about_id, actor_id, class_id, parts, path, created_at, mail_at)
    select row.id, person_id, kind, about_id, actor_id, class_id, parts, path, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as row
      (id uuid, person_id uuid, kind text, about_id uuid, actor_id uuid, class_id uuid, parts jsonb, path text, for_role text)
    inner join ${users} on ${users.id} = person_id and ${hasAccount} and ${users.role} = coalesce(for_role, ${users.role})
    on conflict do nothing`;

function rowOf(notification: Notification) {
  const { personId: person_id, kind, aboutId: about_id, path, classId: class_id, ...rest } = notification;
  const { actorId: actor_id, ...parts }: Partial<Parts> = rest;
  return { person_id, kind, about_id, path, class_id, actor_id, parts, for_role: roleOf(kind) };
}

/** What another role has not read yet: its links lead nowhere now. */
export async function forgetOtherRoles(tx: Transaction, personId: string, role: Role): Promise<void> {
  const kinds = kindNames.filter((kind) => ![null, role].includes(roleOf(kind)));
  await tx.delete(notifications).where(and(isUnreadBy(personId), inArray(notifications.kind, kinds)));
}
