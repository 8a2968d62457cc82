import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import { reportKinds, reportReasons } from "../../shared/report-reasons.ts";
import { decisions } from "./policy.ts";

export interface ReportSnapshot {
  readonly text: string;
  readonly pictureIds: readonly string[];
}

export const reports = pgTable(
  "reports",
  {
    id: uuid().primaryKey(),
    reporterId: refersTo(users.id),
    kind: text({ enum: reportKinds }).notNull(),
    /** No foreign key: the author may have removed it. */
    subjectId: uuid().notNull(),
    authorId: refersTo(users.id),
    classId: refersTo(classes.id),
    snapshot: jsonb().$type<ReportSnapshot>().notNull(),
    reason: text({ enum: reportReasons }).notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    decision: text({ enum: decisions }),
    decidedBy: uuid().references(() => users.id),
    decidedAt: timestamp({ withTimezone: true }),
    decisionReason: text(),
  },
  (table) => [
    uniqueIndex("reports_once_open")
      .on(table.reporterId, table.kind, table.subjectId)
      .concurrently()
      .where(sql`${table.decidedAt} is null`),
    index("reports_by_subject").on(table.kind, table.subjectId, table.id),
    index("reports_open")
      .on(table.id)
      .where(sql`${table.decidedAt} is null`),
    index("reports_by_author").on(table.authorId),
    index("reports_by_reporter").on(table.reporterId).concurrently(),
    check("reports_kind", isOneOf(table.kind, reportKinds)),
    check("reports_reason", isOneOf(table.reason, reportReasons)),
    check(
      "reports_decided",
      sql`(${table.decidedAt} is null) = (${table.decision} is null)
        and (${table.decidedAt} is null) = (${table.decidedBy} is null)`,
    ),
  ],
);
