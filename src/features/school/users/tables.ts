import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { applicationDecisions } from "./policy.ts";

/** At most one undecided application per user. Stored here, because a role change decides it. */
export const teachingApplications = pgTable(
  "teaching_applications",
  {
    id: uuid().primaryKey(),
    userId: refersTo(users.id),
    text: text().notNull(),
    portfolioUrl: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    decision: text({ enum: applicationDecisions }),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: uuid().references(() => users.id),
    note: text(),
  },
  (table) => [
    uniqueIndex("teaching_applications_undecided")
      .on(table.userId)
      .where(sql`${table.decidedAt} is null`),
    index("teaching_applications_by_user").on(table.userId, table.id),
    check("teaching_applications_decision", isOneOf(table.decision, applicationDecisions)),
    check(
      "teaching_applications_decided",
      sql`(${table.decision} is null) = (${table.decidedAt} is null) and (${table.note} is null or ${table.decidedAt} is not null)`,
    ),
    check("teaching_applications_text", sql`char_length(${table.text}) between 20 and 2000`),
    check(
      "teaching_applications_portfolio",
      sql`${table.portfolioUrl} ~* '^https?://' and char_length(${table.portfolioUrl}) <= 500`,
    ),
  ],
);
