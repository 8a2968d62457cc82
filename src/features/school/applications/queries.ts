import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import { type Application, findApplications } from "../users/queries.ts";
import { teachingApplications } from "../users/tables.ts";

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

const oldestApplications: SortKey[] = [
  { column: teachingApplications.id, direction: "ascending", value: z.uuid() },
];

/** Excludes suspended applicants until they are reinstated. */
export async function listOpenApplications(
  db: Database,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
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

export const isOpenApplication = and(
  isNull(teachingApplications.decidedAt),
  eq(users.role, "student"),
  isNull(users.suspendedAt),
);
