import { eq, or } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { invalidateInstructor } from "../classes/invalidate-instructor.ts";
import { problems } from "./contract.ts";
import { reinstatedMail, suspendedMail } from "./mails.ts";

export type UserRow = typeof users.$inferSelect;

/** Locks both users and verifies the admin's role. Throws user-not-found, not-admin-any-more. */
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

/** Throws user-not-found, own-account, suspended-already, not-admin-any-more. */
export async function suspendUser(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  reason: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (user.id === admin.id) throw new Problem(problems.ownAccount);
    if (user.suspendedAt) throw new Problem(problems.suspendedAlready);
    await tx.update(users).set({ suspendedAt: clock.now() }).where(eq(users.id, id));
    await recordDecision(tx, clock, {
      kind: "user-suspended",
      by: admin,
      about: user,
      before: null,
      after: reason,
    });
    await enqueueMail(tx, clock, suspendedMail(settings, user, reason));
    await invalidateInstructor(tx, context, id);
  });
}

/** Throws user-not-found, not-suspended, not-admin-any-more. */
export async function reinstateUser(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  id: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (!user.suspendedAt) throw new Problem(problems.notSuspended);
    await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, id));
    await recordDecision(tx, clock, {
      kind: "user-reinstated",
      by: admin,
      about: user,
      before: null,
      after: null,
    });
    await enqueueMail(tx, clock, reinstatedMail(settings.origin, user));
    await invalidateInstructor(tx, context, id);
  });
}
