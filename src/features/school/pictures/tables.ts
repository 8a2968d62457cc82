import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf } from "../../../platform/drizzle.ts";
import { pictureStates } from "./policy.ts";

export const pictures = pgTable(
  "pictures",
  {
    id: uuid().primaryKey(),
    url: text().notNull(),
    state: text({ enum: pictureStates }).notNull(),
    /** Last state change; for `stored`, the last upload or selection. */
    changedAt: timestamp({ withTimezone: true }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pixels; empty for a drawing, which scales. */
    widths: integer().array().notNull(),
    placeholder: text().notNull(),
    uploadedBy: uuid().references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("pictures_url").on(table.url),
    index("pictures_by_age").on(table.state, table.changedAt),
    index("pictures_by_uploader").on(table.uploadedBy).concurrently(),
    check("pictures_state", isOneOf(table.state, pictureStates)),
  ],
);

export const pictureColumns = {
  width: pictures.width,
  height: pictures.height,
  widths: pictures.widths,
  placeholder: pictures.placeholder,
};
