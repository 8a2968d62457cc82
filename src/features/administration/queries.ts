import { and, eq, exists, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import { matchesWords, relevanceOf, searchedBy } from "../../platform/search-words.ts";
import type { Role } from "../accounts/policy.ts";
import { users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { sumPayments } from "../payments/queries.ts";
import { paymentAttempts, payments } from "../payments/tables.ts";
import { findApplications } from "../teaching/queries.ts";
import { teachingApplications } from "../teaching/tables.ts";

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What admins look for; each is optional. */
export interface UsersQuery extends PageRequest {
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly applied?: "yes" | undefined;
}

const newestUsers: SortKey[] = [{ column: users.id, direction: "descending", value: z.uuid() }];
const nameAndEmail = sql`lower(${users.name} || ' ' || ${users.email})`;

/**
 * A page of users, each with the application to teach that they sent, if they did. Newest first, unless words are sought:
 * then the best fit first.
 */
export async function listUsers(db: Database, { limit, cursor, q, role, applied }: UsersQuery) {
  const relevance = q ? relevanceOf(nameAndEmail, q) : undefined;
  const keys: SortKey[] = relevance
    ? [{ column: relevance, direction: "descending", value: z.int32() }, ...newestUsers]
    : newestUsers;
  const condition = and(
    role && eq(users.role, role),
    applied &&
      exists(db.select().from(teachingApplications).where(eq(teachingApplications.userId, users.id))),
  );
  const searched = q ? await searchedBy(db, users, nameAndEmail, q, condition) : condition;
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      image: users.image,
      role: users.role,
      relevance: relevance ?? sql<number>`0`,
    })
    .from(users)
    .where(and(searched, afterCursor(keys, cursor)))
    .orderBy(...orderOf(keys))
    .limit(limit + 1);
  const page = toPage(rows, limit, (row) => (q ? [row.relevance, row.id] : [row.id]));
  const applications = await findApplications(
    db,
    page.rows.map(({ id }) => id),
  );
  const byUser = new Map(applications.map((application) => [application.userId, application]));
  return {
    ...page,
    rows: page.rows.map((user) => ({ ...user, application: byUser.get(user.id) })),
  };
}

const newestPayments: SortKey[] = [{ column: payments.id, direction: "descending", value: z.uuid() }];

/**
 * Payments that were collected, with who paid, and whether they were given back since.
 * @param q words of the student's name or e-mail, or of the class; or the transaction's id
 */
export async function listCollectedPayments(
  db: Database,
  { limit, cursor, q }: PageRequest & { readonly q?: string | undefined },
) {
  const rows = await db
    .select({
      id: payments.id,
      className: payments.className,
      studentName: users.name,
      studentEmail: users.email,
      total: payments.totalCents,
      transactionId: payments.intentId,
      date: payments.createdAt,
      refunded: payments.refundedAt,
      isRefunding: eq(paymentAttempts.state, "refunding").mapWith(Boolean),
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(
      and(
        isNotNull(payments.capturedAt),
        q
          ? or(
              eq(payments.intentId, q),
              // Each by its own index of words.
              inArray(
                payments.studentId,
                db.select({ id: users.id }).from(users).where(matchesWords(nameAndEmail, q)),
              ),
              inArray(
                payments.classId,
                db
                  .select({ id: classes.id })
                  .from(classes)
                  .where(matchesWords(sql`${classes.searchText}`, q)),
              ),
            )
          : undefined,
        afterCursor(newestPayments, cursor),
      ),
    )
    .orderBy(...orderOf(newestPayments))
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
