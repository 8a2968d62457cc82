import { and, asc, eq, exists, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import { byId, countUpTo, mapPage, readPage, type SortKey } from "../../../platform/keyset.ts";
import type { Database } from "../../../platform/database.ts";
import { isId } from "../../../platform/ids.ts";
import { maxRanked, relevanceOf, searchCondition } from "../../../platform/search-words.ts";
import { isAdultOn } from "../guardians/consent.ts";
import { hasAccount, nameAndEmail, users } from "../../../access/tables.ts";
import type { Query } from "../../../http/contract.ts";
import type { usersContract } from "./contract.ts";
import { teachingApplications } from "./tables.ts";

export type UsersQuery = Query<typeof usersContract, "GET /admin/manage/users">;

const newestUsers = byId(users.id, "descending");
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
          .where(and(eq(teachingApplications.userId, users.id), isNull(teachingApplications.decidedAt))),
      ),
    suspended && isNotNull(users.suspendedAt),
  );
  const searched = !q
    ? condition
    : isId(q)
      ? and(condition, eq(users.id, q))
      : await searchCondition(db, users, nameAndEmail, q, condition);
  const isRanked = q !== undefined && (await countUpTo(db, users, searched, maxRanked + 1)) <= maxRanked;
  const relevance = isRanked ? relevanceOf(nameAndEmail, q) : undefined;
  const keys: readonly SortKey[] = relevance
    ? [{ column: relevance, direction: "descending", value: z.int32() }, ...newestUsers]
    : newestUsers;
  const page = await readPage(
    db
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
      .from(users),
    { keys, condition: searched, limit, cursor },
    (row) => (relevance ? [row.relevance, row.id] : [row.id]),
  );
  const applications = await findApplications(
    db,
    page.rows.map(({ id }) => id),
  );
  const byUser = new Map(applications.map((application) => [application.userId, application]));
  return mapPage(page, (user) => ({ ...user, application: byUser.get(user.id) }));
}

export type Application = typeof teachingApplications.$inferSelect;

export async function findApplications(db: Database, userIds: readonly string[]): Promise<Application[]> {
  if (userIds.length === 0) return [];
  return db
    .select()
    .from(teachingApplications)
    .where(inArray(teachingApplications.userId, [...userIds]))
    .orderBy(asc(teachingApplications.id));
}
