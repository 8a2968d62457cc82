import { type SQL, and, eq, exists, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Database } from "../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import { fuzzyMatch, relevanceOf, searchCondition } from "../../platform/search-words.ts";
import type { AppContext } from "../../context.ts";
import type { Role } from "../accounts/policy.ts";
import { isAdultOn } from "../accounts/guardian-consent.ts";
import { hasAccount, users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { moneyBackOf, sumPayments } from "../payments/queries.ts";
import { paymentAttempts, payments } from "../payments/tables.ts";
import { findApplications } from "../applications/queries.ts";
import { teachingApplications } from "../applications/tables.ts";

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface UsersQuery extends PageRequest {
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly applied?: "yes" | undefined;
  readonly suspended?: "yes" | undefined;
}

const newestUsers: SortKey[] = [{ column: users.id, direction: "descending", value: z.uuid() }];
const nameAndEmail = sql`lower(${users.name} || ' ' || ${users.email})`;

/** So many matches are ranked; of more the newest come first. */
const mostRanked = 1000;

/** Newest first; by relevance with `q`. */
export async function listUsers(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { limit, cursor, q, role, applied, suspended }: UsersQuery,
) {
  const condition = and(
    hasAccount,
    role && eq(users.role, role),
    applied &&
      exists(
        db
          .select()
          .from(teachingApplications)
          .where(and(eq(teachingApplications.userId, users.id), isUndecided)),
      ),
    suspended && isNotNull(users.suspendedAt),
  );
  const searched = q ? await searchCondition(db, users, nameAndEmail, q, condition) : condition;
  const isRanked = q !== undefined && (await countUpTo(db, users, searched, mostRanked + 1)) <= mostRanked;
  const relevance = isRanked ? relevanceOf(nameAndEmail, q) : undefined;
  const keys: SortKey[] = relevance
    ? [{ column: relevance, direction: "descending", value: z.int32() }, ...newestUsers]
    : newestUsers;
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      image: users.image,
      role: users.role,
      registered: users.createdAt,
      suspended: users.suspendedAt,
      isAdult: isAdultOn(clock.now()),
      relevance: relevance ?? sql<number>`0`,
    })
    .from(users)
    .where(and(searched, afterCursor(keys, cursor)))
    .orderBy(...orderOf(keys))
    .limit(limit + 1);
  const page = toPage(rows, limit, (row) => (relevance ? [row.relevance, row.id] : [row.id]));
  const applications = await findApplications(
    db,
    page.rows.map(({ id }) => id),
  );
  // The user's latest application wins.
  const byUser = new Map(applications.map((application) => [application.userId, application]));
  return {
    ...page,
    rows: page.rows.map((user) => ({ ...user, application: byUser.get(user.id) })),
  };
}

const newestPayments: SortKey[] = [{ column: payments.id, direction: "descending", value: z.uuid() }];

/** @param q words of the student or the class, or the exact transaction id */
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
      price: payments.priceCents,
      tax: payments.taxCents,
      total: payments.totalCents,
      transactionId: payments.intentId,
      date: payments.createdAt,
      refunded: payments.refundedAt,
      state: paymentAttempts.state,
      refundFailure: payments.refundFailure,
      disputeReason: payments.disputeReason,
      seatReturned: payments.seatReturnedAt,
      refundedCents: payments.refundedCents,
      disputeStatus: payments.disputeStatus,
      disputedCents: payments.disputedCents,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(
      and(
        isNotNull(payments.capturedAt),
        q ? await isOfWords(db, q) : undefined,
        afterCursor(newestPayments, cursor),
      ),
    )
    .orderBy(...orderOf(newestPayments))
    .limit(limit + 1);
  return toPage(
    rows.map(({ state, refundFailure, disputeReason, seatReturned, ...row }) => ({
      ...row,
      ...moneyBackOf(state, row),
      isRefunding: state === "refunding",
      refundFailure: state === "refund-failed" ? refundFailure : null,
      disputeReason,
      hasSeat: seatReturned === null,
    })),
    limit,
    (row) => [row.id],
  );
}

/** Few people and classes are found first, by their words; for many the payments are walked, the newest first. */
async function isOfWords(db: Database, words: string): Promise<SQL | undefined> {
  const isStudent = fuzzyMatch(nameAndEmail, words);
  const isClass = fuzzyMatch(sql`${classes.searchText}`, words);
  const found =
    (await countUpTo(db, users, isStudent, mostRanked + 1)) +
    (await countUpTo(db, classes, isClass, mostRanked + 1));
  const students = sql`select ${users.id} from ${users} where ${isStudent}`;
  const taken = sql`select ${classes.id} from ${classes} where ${isClass}`;
  return found <= mostRanked
    ? or(
        eq(payments.intentId, words),
        sql`${payments.studentId} = any(array(${students}))`,
        sql`${payments.classId} = any(array(${taken}))`,
      )
    : or(eq(payments.intentId, words), isStudent, isClass);
}

const oldestApplications: SortKey[] = [
  { column: teachingApplications.id, direction: "ascending", value: z.uuid() },
];

/** Excludes suspended applicants until they are reinstated. */
export async function listOpenApplications(db: Database, { limit, cursor }: PageRequest) {
  const rows = await db
    .select({
      application: teachingApplications,
      applicant: { _id: users.id, name: users.name, email: users.email, image: users.image },
    })
    .from(teachingApplications)
    .innerJoin(users, eq(users.id, teachingApplications.userId))
    .where(and(isOpenApplication, afterCursor(oldestApplications, cursor)))
    .orderBy(...orderOf(oldestApplications))
    .limit(limit + 1);
  const page = toPage(rows, limit, ({ application }) => [application.id]);
  const all = await findApplications(
    db,
    page.rows.map(({ applicant }) => applicant._id),
  );
  return {
    ...page,
    rows: page.rows.map(({ application, applicant }) => {
      const declined = all.findLast((each) => each.userId === applicant._id && each.decision === "declined");
      return {
        _id: application.id,
        text: application.text,
        portfolio: application.portfolioUrl,
        date: application.createdAt,
        changed: application.updatedAt,
        applicant,
        declinedBefore: declined?.decidedAt ? { date: declined.decidedAt, note: declined.note } : null,
      };
    }),
  };
}

const isUndecided = isNull(teachingApplications.decidedAt);
const isOpenApplication = and(isUndecided, eq(users.role, "student"), isNull(users.suspendedAt));

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
