import type { Handlers } from "../../../http/register-endpoints.ts";
import { allRows, csvOf } from "../../../platform/csv.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { sentenceOf } from "./audit-sentence.ts";
import type { audit } from "./contract.ts";
import { type AuditEntry, listAuditEntries } from "./queries.ts";

export function auditApi(context: AppContext): Handlers<typeof audit, CallerFor> {
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
    "GET /admin/audit": async ({ query }) => {
      const page = await listAuditEntries(context.db, query);
      return { ...page, rows: page.rows.map(asEntry) };
    },
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
