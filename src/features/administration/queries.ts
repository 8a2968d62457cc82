import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import { users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { sumPayments } from "../payments/queries.ts";

const newestFirst: SortKey[] = [{ column: users.id, direction: "descending", value: z.uuid() }];

export async function listUsers(
  db: Database,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, image: users.image, role: users.role })
    .from(users)
    .where(afterCursor(newestFirst, cursor))
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]);
}

export async function readTotals(db: Database) {
  const count = sql<number>`count(*)::int`;
  const [allUsers] = await db.select({ count }).from(users);
  const [allClasses] = await db.select({ count }).from(classes);
  const [allEnrollments] = await db.select({ count }).from(enrollments);
  return {
    ...(await sumPayments(db)),
    totalUsers: allUsers?.count ?? 0,
    totalClasses: allClasses?.count ?? 0,
    totalEnrolled: allEnrollments?.count ?? 0,
  };
}
