import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.ts";
import { pictureStates } from "./state.ts";

/** Pictures that can be shown in several sizes, by the address that others keep of them. */
export const pictures = pgTable(
  "pictures",
  {
    id: uuid().primaryKey(),
    /** What a class keeps as its image. */
    url: text().notNull(),
    state: text({ enum: pictureStates }).notNull(),
    /** Since when it is in its state; for a kept one, when it was uploaded or chosen last. */
    changedAt: timestamp({ withTimezone: true }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** In which widths it is kept, in pixels; none for a drawing, which fits every size. */
    widths: integer().array().notNull(),
    /** The picture in a few pixels, as a data URI, shown until it has come. */
    placeholder: text().notNull(),
    uploadedBy: uuid().references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("pictures_url").on(table.url),
    index("pictures_by_age").on(table.state, table.changedAt),
    check("pictures_state", sql`${table.state} in ('drawing', 'kept', 'leaving')`),
  ],
);
