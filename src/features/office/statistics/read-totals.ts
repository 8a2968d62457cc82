import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { isOpenApplication } from "../../school/applications/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { sumPayments } from "../payments/queries.ts";
import { teachingApplications } from "../../school/users/tables.ts";

export async function readTotals(db: Database) {
  const count = sql<number>`count(*)::int`;
  const [allUsers] = await db.select({ count }).from(users).where(hasAccount);
  const [allClasses] = await db.select({ count }).from(classes).where(isNull(classes.archivedAt));
  const [allEnrollments] = await db.select({ count }).from(enrollments);
  const [pendingClasses] = await db.select({ count }).from(classes).where(eq(classes.status, "pending"));
  const [pendingApplications] = await db
    .select({ count })
    .from(teachingApplications)
    .innerJoin(users, eq(users.id, teachingApplications.userId))
    .where(isOpenApplication);
  return {
    ...(await sumPayments(db)),
    totalUsers: allUsers?.count ?? 0,
    totalClasses: allClasses?.count ?? 0,
    totalEnrolled: allEnrollments?.count ?? 0,
    pendingClasses: pendingClasses?.count ?? 0,
    pendingApplications: pendingApplications?.count ?? 0,
  };
}
