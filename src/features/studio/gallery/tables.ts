import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { refersTo } from "../../../platform/drizzle.ts";
import { submissions } from "../critique/tables.ts";

export const comments = pgTable(
  "comments",
  {
    id: uuid().primaryKey(),
    submissionId: refersTo(submissions.id, "cascade"),
    authorId: refersTo(users.id),
    /** Plain text: links are not clickable. */
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** By an admin, or by reports until an admin decides. */
    hiddenAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("comments_in_order").on(table.submissionId, table.id),
    index("comments_by_author").on(table.authorId, table.id),
  ],
);

/** "Nice!" reactions. Only the drawing's student learns from whom. */
export const nices = pgTable(
  "nices",
  {
    id: uuid().primaryKey(),
    submissionId: refersTo(submissions.id, "cascade"),
    personId: refersTo(users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("nices_once").on(table.submissionId, table.personId),
    index("nices_by_person").on(table.personId),
  ],
);
