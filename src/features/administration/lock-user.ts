import { eq, or } from "drizzle-orm";
import type { Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { problems } from "./contract.ts";

export type UserRow = typeof users.$inferSelect;

/**
 * The user that an admin decides about, locked until the end of the transaction together with the admin, who is made sure
 * to be one still. Throws user-not-found, not-admin-any-more.
 */
export async function lockUser(tx: Transaction, admin: Person, id: string): Promise<UserRow> {
  // In the order of the ids, so that two who lock each other's rows cannot wait for one another.
  const both = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, id), eq(users.id, admin.id)))
    .orderBy(users.id)
    .for("update");
  const acting = both.find((row) => row.id === admin.id);
  if (acting?.role !== "admin" || acting.suspendedAt) throw new Problem(problems.notAdminAnyMore);
  const user = both.find((row) => row.id === id);
  if (!user) throw new Problem(problems.noSuchUser);
  return user;
}
