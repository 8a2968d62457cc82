import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { auditKinds } from "./kinds.ts";

/**
 * Every decision of an admin. Rows are only ever added: a trigger refuses changes and removals (db/migrations). Names are
 * kept as they were, and no id is a reference, so that the log outlives what it names.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: auditKinds }).notNull(),
    /** The admin who decided; empty for the command line and the payment provider. */
    actorId: uuid(),
    actorName: text().notNull(),
    /** The class or the user that it was about; of a refund, the student. */
    subjectId: uuid().notNull(),
    subjectName: text().notNull(),
    /** The status, role or feedback until then and from then on, or the payment and why it was refunded; empty where there was none. */
    before: text(),
    after: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("audit_entries_by_kind").on(table.kind, table.id),
    index("audit_entries_by_words").using(
      "gin",
      sql`lower(${table.actorName} || ' ' || ${table.subjectName}) gin_trgm_ops`,
    ),
    check(
      "audit_entries_kind",
      sql`${table.kind} in (${sql.raw(auditKinds.map((kind) => `'${kind}'`).join(", "))})`,
    ),
  ],
);
