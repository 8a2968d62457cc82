import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** What people wrote to support. Stored before it is mailed, so that nothing is lost with a mail. */
export const contactMessages = pgTable("contact_messages", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});
