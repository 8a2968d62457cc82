import { bigint, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { uploadPurposes } from "./policy.ts";

/** Inserted before the first byte, deleted when its file is used. The file's size is the progress. */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid().primaryKey(),
    ownerId: refersTo(users.id),
    purpose: text({ enum: uploadPurposes }).notNull(),
    /** The lesson. No foreign key: lessons come later than uploads. */
    targetId: uuid().notNull(),
    fileName: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("uploads_by_owner").on(table.ownerId, table.id),
    index("uploads_by_age").on(table.createdAt),
    check("uploads_purpose", isOneOf(table.purpose, uploadPurposes)),
  ],
);
