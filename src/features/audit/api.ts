import type { Handlers } from "../../platform/http/serve.ts";
import type { World } from "../../world.ts";
import type { CallerFor } from "../accounts/permit.ts";
import type { audit } from "./contract.ts";
import { type AuditEntry, listAuditEntries } from "./queries.ts";

export function auditApi(world: World): Handlers<typeof audit, CallerFor> {
  return {
    "GET /admin/audit": async ({ query }) => {
      const page = await listAuditEntries(world.db, query);
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
