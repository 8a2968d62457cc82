import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { byId, type PageQuery, readPage } from "../../../platform/keyset.ts";
import type { Unread } from "../../../access/fields.ts";
import type { Person } from "../../../access/queries.ts";
import { type MailFrequency, type NotificationKind, choosableKinds, kindOf } from "./kinds.ts";
import { type NotificationSources, findPreviews, wordNotifications } from "./word-notifications.ts";
import { notificationChoices, notifications } from "./tables.ts";

const newestFirst = byId(notifications.id, "descending");

export async function listNotifications(
  context: Pick<AppContext, "clock" | "db">,
  sources: NotificationSources,
  reader: Person,
  { limit, cursor }: PageQuery,
) {
  const { db } = context;
  const page = await readPage(
    db
      .select({
        id: notifications.id,
        kind: notifications.kind,
        aboutId: notifications.aboutId,
        actorId: notifications.actorId,
        classId: notifications.classId,
        parts: notifications.parts,
        path: notifications.path,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications),
    { keys: newestFirst, condition: eq(notifications.personId, reader.id), limit, cursor },
    (row) => [row.id],
  );
  const worded = await wordNotifications(db, sources, page.rows);
  const previews = await findPreviews(context, sources.previews, reader, page.rows);
  return { ...page, rows: worded.map((row) => ({ ...row, preview: previews.get(row.aboutId) ?? null })) };
}

export const isUnreadBy = (personId: string) =>
  and(eq(notifications.personId, personId), isNull(notifications.readAt));

const maxCounted = 100;
const maxPaths = 20;

export async function findUnread(db: Database, personId: string): Promise<Unread> {
  const rows = await db
    .select({ path: notifications.path })
    .from(notifications)
    .where(isUnreadBy(personId))
    .orderBy(desc(notifications.id))
    .limit(maxCounted);
  return { count: rows.length, paths: [...new Set(rows.map(({ path }) => path))].slice(0, maxPaths) };
}

/** Kinds without a choice use their default. */
export async function findChosen(
  db: Database,
  personId: string,
): Promise<ReadonlyMap<NotificationKind, MailFrequency>> {
  const rows = await db
    .select({ kind: notificationChoices.kind, frequency: notificationChoices.frequency })
    .from(notificationChoices)
    .where(eq(notificationChoices.personId, personId));
  return new Map(rows.map(({ kind, frequency }) => [kind, frequency]));
}

/** The kinds of the person's role, and those received in another. */
export async function listChoices(db: Database, { id, role }: Pick<Person, "id" | "role">) {
  const chosen = await findChosen(db, id);
  const isOfRole = (kind: NotificationKind): boolean => kindOf(kind).roles.includes(role);
  const received = await db
    .selectDistinct({ kind: notifications.kind })
    .from(notifications)
    .where(
      ofKinds(
        id,
        choosableKinds.filter((kind) => !isOfRole(kind)),
      ),
    );
  return choosableKinds
    .filter((kind) => isOfRole(kind) || received.some((each) => each.kind === kind))
    .map((kind) => {
      const { title, explanation, mail } = kindOf(kind);
      return { kind, title, explanation, frequency: chosen.get(kind) ?? mail };
    });
}

export const ofKinds = (personId: string, kinds: readonly NotificationKind[]) =>
  and(eq(notifications.personId, personId), inArray(notifications.kind, [...kinds]));
