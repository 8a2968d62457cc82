import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import { fuzzyMatch } from "../../../platform/search-words.ts";
import type { AuditKind } from "./kinds.ts";
import { auditEntries } from "./tables.ts";

export type AuditEntry = typeof auditEntries.$inferSelect;

const newestFirst: SortKey[] = [{ column: auditEntries.id, direction: "descending", value: z.uuid() }];

/** Must match the expression of the trigram index. */
const names = sql`lower(${auditEntries.actorName} || ' ' || ${auditEntries.subjectName})`;

interface AuditQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly q?: string | undefined;
}

export async function listAuditEntries(
  db: Database,
  { limit, cursor, kind, q }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        kind && eq(auditEntries.kind, kind),
        q ? fuzzyMatch(names, q) : undefined,
        afterCursor(newestFirst, cursor),
      ),
    )
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]);
}
