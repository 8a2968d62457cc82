import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Cents } from "../../../platform/money.ts";
import { users } from "../../../access/tables.ts";
import { refersTo } from "../../../platform/drizzle.ts";
import { classes } from "../classes/tables.ts";

/** A copy of the class as selected. */
export const selections = pgTable(
  "selections",
  {
    id: uuid().primaryKey(),
    studentId: refersTo(users.id),
    classId: refersTo(classes.id),
    className: text().notNull(),
    classImage: text().notNull(),
    instructorName: text().notNull(),
    instructorEmail: text().notNull(),
    priceCents: integer().$type<Cents>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("selections_once").on(table.studentId, table.classId),
    index("selections_by_student").on(table.studentId, table.id),
    index("selections_by_class").on(table.classId).concurrently(),
    index("selections_by_instructor_email").on(table.instructorEmail).concurrently(),
  ],
);
