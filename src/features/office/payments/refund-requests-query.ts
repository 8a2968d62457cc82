import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import { payments, refundRequests } from "./tables.ts";

const oldestFirst: SortKey[] = [{ column: refundRequests.id, direction: "ascending", value: z.uuid() }];

/** Open requests. */
export async function listRefundRequests(
  db: Database,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const rows = await db
    .select({
      request: refundRequests,
      payment: payments,
      student: { name: users.name, email: users.email },
    })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(and(isNull(refundRequests.decision), afterCursor(oldestFirst, cursor)))
    .orderBy(...orderOf(oldestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, ({ request }) => [request.id]);
}
