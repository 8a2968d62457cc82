import { asc, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";
import { users } from "../accounts/tables.ts";
import { teachingApplications } from "./tables.ts";

export type Application = typeof teachingApplications.$inferSelect;

/** @param email in lower case */
export async function findApplicationByEmail(db: Database, email: string): Promise<Application | undefined> {
  const [row] = await db
    .select({ application: teachingApplications })
    .from(teachingApplications)
    .innerJoin(users, eq(users.id, teachingApplications.userId))
    .where(eq(users.email, email))
    .orderBy(desc(teachingApplications.id))
    .limit(1);
  return row?.application;
}

export async function findApplications(db: Database, userIds: readonly string[]): Promise<Application[]> {
  if (userIds.length === 0) return [];
  return db
    .select()
    .from(teachingApplications)
    .where(inArray(teachingApplications.userId, [...userIds]))
    .orderBy(asc(teachingApplications.id));
}
