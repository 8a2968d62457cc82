import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { isOneOf } from "../../../platform/drizzle.ts";
import { auditKinds } from "./kinds.ts";

/** Append-only, by a trigger. Names are copies and ids no foreign keys, so the log outlives its subjects. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: auditKinds }).notNull(),
    /** Null for the command line and the payment provider. */
    actorId: uuid(),
    actorName: text().notNull(),
    /** The class or user; for a refund, the student. */
    subjectId: uuid().notNull(),
    subjectName: text().notNull(),
    /** Status, role or feedback; for a refund, the payment and the reason. */
    before: text(),
    after: text(),
    /** In a hand-over, whose names they are. Earlier versions didn't record it. */
    beforeId: uuid(),
    afterId: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("audit_entries_by_kind").on(table.kind, table.id),
    index("audit_entries_by_actor").on(table.actorId).concurrently(),
    index("audit_entries_by_subject").on(table.subjectId).concurrently(),
    index("audit_entries_by_words").using(
      "gin",
      sql`lower(${table.actorName} || ' ' || ${table.subjectName}) gin_trgm_ops`,
    ),
    check("audit_entries_kind", isOneOf(table.kind, auditKinds)),
  ],
);
