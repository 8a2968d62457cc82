import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { byId, mapPage, readPage } from "../../../platform/keyset.ts";
import { fuzzyMatch } from "../../../platform/search-words.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import { allRows, csvOf } from "../../../platform/csv.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Query } from "../../../http/contract.ts";
import { defineFeature } from "../../feature.ts";
import { sentenceOf } from "./kinds.ts";
import { auditEntries } from "./tables.ts";
import { audit } from "./contract.ts";

type AuditEntry = typeof auditEntries.$inferSelect;

const newestFirst = byId(auditEntries.id, "descending");

/** Must match the expression of the trigram index. */
const names = sql`lower(${auditEntries.actorName} || ' ' || ${auditEntries.subjectName})`;

type AuditQuery = Query<typeof audit, "GET /admin/audit">;

async function listAuditEntries(db: Database, { limit, cursor, kind, q }: AuditQuery) {
  return readPage(
    db.select().from(auditEntries),
    {
      keys: newestFirst,
      condition: and(kind && eq(auditEntries.kind, kind), q ? fuzzyMatch(names, q) : undefined),
      limit,
      cursor,
    },
    (row) => [row.id],
  );
}

function auditApi(context: AppContext): Handlers<typeof audit, CallerFor> {
  return {
    "GET /admin/export/audit": async ({ query }) =>
      csvOf(
        ["When (UTC)", "Who", "What", "Kind", "About", "Before", "After"],
        allRows(
          (page) => listAuditEntries(context.db, { ...query, ...page }),
          (row) => [
            row.createdAt,
            row.actorName,
            sentenceOf(asEntry(row)),
            row.kind,
            row.subjectName,
            row.before,
            row.after,
          ],
        ),
      ),
    "GET /admin/audit": async ({ query }) => mapPage(await listAuditEntries(context.db, query), asEntry),
  };
}

const asEntry = (row: AuditEntry) => ({
  _id: row.id,
  kind: row.kind,
  by: { _id: row.actorId, name: row.actorName },
  about: { _id: row.subjectId, name: row.subjectName },
  before: row.before,
  after: row.after,
  date: row.createdAt,
});

export const auditFeature = defineFeature({
  name: "Audit",
  contract: audit,
  handlers: auditApi,
});
