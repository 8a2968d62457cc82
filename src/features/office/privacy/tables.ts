import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Accounts deleted here but not yet at the identity provider. */
export const erasures = pgTable("erasures", {
  personId: uuid().primaryKey(),
  issuer: text().notNull(),
  subject: text().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
});
