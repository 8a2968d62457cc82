import { sql } from "drizzle-orm";
import { check, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.ts";

/** Who wants to teach: one application a person. It is answered by making the person an instructor, or by mail. */
export const teachingApplications = pgTable(
  "teaching_applications",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    portfolioUrl: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("teaching_applications_user").on(table.userId),
    check("teaching_applications_text", sql`char_length(${table.text}) between 20 and 2000`),
    check(
      "teaching_applications_portfolio",
      sql`${table.portfolioUrl} ~* '^https?://' and char_length(${table.portfolioUrl}) <= 500`,
    ),
  ],
);
