import { pgTable, timestamp } from "drizzle-orm/pg-core";

/** Written before the first demo account, so a crash leaves no unmarked accounts. */
export const demonstrations = pgTable("demonstrations", {
  loadedAt: timestamp({ withTimezone: true }).primaryKey(),
});
