import { eq } from "drizzle-orm";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { invalidateInstructor } from "../classes/invalidate-instructor.ts";
import { problems } from "./contract.ts";
import { lockUser } from "./lock-user.ts";
import { reinstatedMail, suspendedMail } from "./mails.ts";

/**
 * Nobody suspends themselves, so that an admin remains.
 * Throws user-not-found, own-account, suspended-already, not-admin-any-more.
 */
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
