import { sql } from "drizzle-orm";
import {
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { type NotificationKind, type Parts, mailFrequencies } from "./kinds.ts";

/** For a kind that this version does not know. */
export const plainLine = "There is something new for you on Senga.";

export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    personId: refersTo(users.id),
    kind: text().$type<NotificationKind>().notNull(),
    /** A second notification of the same kind with the same `aboutId` is dropped. */
    aboutId: uuid().notNull(),
    actorId: uuid(),
    /** The digest uses the time zone of the class. No foreign key. */
    classId: uuid(),
    /** Without names, which are looked up on reading. */
    parts: jsonb().$type<Partial<Omit<Parts, "actorId" | "classId">>>(),
    /** For processes of an earlier version; a trigger keeps their sentences, which contained names, out of it. */
    line: text().notNull().default(plainLine),
    path: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
    /** When the job next considers it; null if it is read, mailed, or never mailed. */
    mailAt: timestamp({ withTimezone: true }),
    mailedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("notifications_once").on(table.personId, table.kind, table.aboutId),
    index("notifications_latest").on(table.personId, table.id),
    index("notifications_by_actor")
      .on(table.actorId)
      .where(sql`${table.actorId} is not null`)
      .concurrently(),
    index("notifications_unread")
      .on(table.personId)
      .where(sql`${table.readAt} is null`),
    index("notifications_read")
      .on(table.id)
      .where(sql`${table.readAt} is not null`),
    index("notifications_to_mail")
      .on(table.mailAt)
      .where(sql`${table.mailAt} is not null`),
  ],
);

/** Only deviations from the kind's default. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    personId: refersTo(users.id),
    kind: text().$type<NotificationKind>().notNull(),
    frequency: text({ enum: mailFrequencies }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.kind] }),
    check("notification_choices_frequency", isOneOf(table.frequency, mailFrequencies)),
  ],
);
