import { eq } from "drizzle-orm";
import type { Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { enqueueMail } from "../../platform/outbox.ts";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { instructorsTag } from "../accounts/cache-tags.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { classes } from "../classes/tables.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { problems } from "./contract.ts";
import { lockUser } from "./lock-user.ts";
import { reinstatedMail, suspendedMail } from "./mails.ts";

/**
 * Suspends a user and emails them why: from now on they are signed out, and their classes are not public. Nobody suspends
 * themselves, so that an admin is left. Throws user-not-found, own-account, suspended-already, not-admin-any-more.
 */
export async function suspendUser(
  context: AppContext,
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
    await announceVisibility(tx, context, id);
  });
}

/** Ends a suspension. Throws user-not-found, not-suspended, not-admin-any-more. */
export async function reinstateUser(context: AppContext, admin: Person, id: string): Promise<void> {
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
    await announceVisibility(tx, context, id);
  });
}

/** The classes of a suspended instructor are not public, nor is the instructor. */
async function announceVisibility(
  tx: Transaction,
  { invalidation }: AppContext,
  instructorId: string,
): Promise<void> {
  const theirs = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.instructorId, instructorId));
  await invalidation.invalidate(tx, instructorsTag, catalogTag);
  // A notification holds 8000 bytes.
  for (let at = 0; at < theirs.length; at += 100) {
    await invalidation.invalidate(tx, ...theirs.slice(at, at + 100).map(({ id }) => classTag(id)));
  }
}
