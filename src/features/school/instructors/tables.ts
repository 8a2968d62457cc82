import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { refersTo } from "../../../platform/drizzle.ts";

export const instructorProfiles = pgTable("instructor_profiles", {
  userId: refersTo(users.id).primaryKey(),
  headline: text().notNull(),
  bio: text().notNull(),
  links: text().array().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
});

export const portfolioPictures = pgTable(
  "portfolio_pictures",
  {
    id: uuid().primaryKey(),
    instructorId: refersTo(users.id),
    position: integer().notNull(),
    image: text().notNull(),
    description: text().notNull(),
  },
  (table) => [
    uniqueIndex("portfolio_pictures_in_order").on(table.instructorId, table.position),
    index("portfolio_pictures_by_image").on(table.image),
    check("portfolio_pictures_position", sql`${table.position} between 0 and 5`),
  ],
);

/** Avoids summing all classes for the home page. A trigger counts classes; `feature.ts` counts enrollments later. */
export const instructorReach = pgTable(
  "instructor_reach",
  {
    instructorId: refersTo(users.id, "cascade").primaryKey(),
    /** May be below 0 for minutes, after a class was handed over uncounted. */
    students: integer().notNull(),
  },
  (table) => [index("instructor_reach_most").on(table.students.desc(), table.instructorId)],
);
