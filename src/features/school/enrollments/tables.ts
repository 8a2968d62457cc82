import { index, pgTable, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { refersTo } from "../../../platform/drizzle.ts";
import { classes } from "../classes/tables.ts";

/** Inserted in the transaction that takes the seat. */
export const enrollments = pgTable(
  "enrollments",
  {
    id: uuid().primaryKey(),
    studentId: refersTo(users.id),
    classId: refersTo(classes.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("enrollments_once").on(table.studentId, table.classId),
    index("enrollments_by_time").on(table.createdAt),
    index("enrollments_by_class").on(table.classId),
  ],
);
