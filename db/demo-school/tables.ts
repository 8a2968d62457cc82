import { pgTable, timestamp } from "drizzle-orm/pg-core";

/** Says that a demo school is being loaded into this database, or was: written before its first account is made. */
export const demonstrations = pgTable("demonstrations", {
  loadedAt: timestamp({ withTimezone: true }).primaryKey(),
});
