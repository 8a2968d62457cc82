import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { refersTo } from "../../../platform/drizzle.ts";

/** Stored before it is mailed, so that a lost mail loses no message. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    doneAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("contact_messages_open")
      .on(table.id)
      .where(sql`${table.doneAt} is null`),
    index("contact_messages_by_email")
      .on(sql`lower(${table.email})`)
      .concurrently(),
    index("contact_messages_by_words").using(
      "gin",
      sql`lower(${table.name} || ' ' || ${table.email} || ' ' || ${table.message}) gin_trgm_ops`,
    ),
  ],
);

export const contactReplies = pgTable(
  "contact_replies",
  {
    id: uuid().primaryKey(),
    messageId: refersTo(contactMessages.id),
    text: text().notNull(),
    byId: refersTo(users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("contact_replies_by_message").on(table.messageId, table.id)],
);
