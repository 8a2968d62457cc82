import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Cents } from "../../platform/money.ts";
import { users } from "../accounts/tables.ts";
import { levels } from "./policy.ts";
import { classStatuses } from "./state.ts";

export const classes = pgTable(
  "classes",
  {
    id: uuid().primaryKey(),
    instructorId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** What a student will be able to do afterwards, a line each. */
    outcomes: text().array().notNull().default([]),
    /** The words that the catalogue is searched by, in lower case: the class's name and its instructor's. */
    searchText: text().notNull(),
    level: text({ enum: levels }).notNull().default("beginner"),
    priceCents: integer().$type<Cents>().notNull(),
    /** Seats that can still be taken. Taking one lowers this and raises `enrolledStudents` in one statement. */
    availableSeats: integer().notNull(),
    enrolledStudents: integer().notNull().default(0),
    image: text().notNull(),
    status: text({ enum: classStatuses }).notNull().default("pending"),
    feedback: text(),
    /** Raised by each edit and decision, not by a seat taken, so that two people saving the same class do not overwrite each other unseen. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When what is said of it changed last: by an edit or a decision, not by a seat taken. */
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: uuid().references(() => users.id),
    /** When a denied class was sent again, and as which class: from then on it is history. */
    archivedAt: timestamp({ withTimezone: true }),
    sentAgainAs: uuid().references((): AnyPgColumn => classes.id),
  },
  (table) => [
    index("classes_by_instructor").on(table.instructorId, table.id),
    index("classes_by_status").on(table.status, table.id),
    index("classes_popular").on(table.status, table.enrolledStudents, table.id),
    index("classes_by_price").on(table.status, table.priceCents, table.id),
    uniqueIndex("classes_sent_again_as").on(table.sentAgainAs),
    index("classes_by_words").using("gin", sql`${table.searchText} gin_trgm_ops`),
    check("classes_level", sql`${table.level} in ('beginner', 'intermediate', 'advanced')`),
    check("classes_status", sql`${table.status} in ('pending', 'approved', 'denied')`),
    check("classes_price", sql`${table.priceCents} >= 50`),
    check("classes_seats", sql`${table.availableSeats} >= 0`),
    check("classes_enrolled", sql`${table.enrolledStudents} >= 0`),
    check("classes_decided", sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
    check(
      "classes_archived",
      sql`(${table.archivedAt} is null) = (${table.sentAgainAs} is null) and (${table.archivedAt} is null or ${table.status} = 'denied')`,
    ),
  ],
);
