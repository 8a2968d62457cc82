import { eq, or } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { problems } from "./contract.ts";

export type UserRow = typeof users.$inferSelect;

/** Locks the user and the admin, and verifies the admin's role. Throws user-not-found, not-admin-any-more. */
export async function lockUser(tx: Transaction, admin: Person, id: string): Promise<UserRow> {
  // In id order, so that two admins who lock each other's rows cannot deadlock.
  const rows = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, id), eq(users.id, admin.id)))
    .orderBy(users.id)
    .for("no key update");
  const actingAdmin = rows.find((row) => row.id === admin.id);
  if (actingAdmin?.role !== "admin" || actingAdmin.suspendedAt) throw new Problem(problems.notAdminAnyMore);
  const user = rows.find((row) => row.id === id);
  if (!user || user.deletedAt) throw new Problem(problems.noSuchUser);
  return user;
}
