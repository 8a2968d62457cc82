import { eq, or } from "drizzle-orm";
import { Problem } from "../../platform/errors.ts";
import { enqueueMail } from "../../platform/outbox.ts";
import type { World } from "../../world.ts";
import type { Role } from "../accounts/policy.ts";
import { mayPromote } from "../accounts/policy.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { instructorsTopic } from "../accounts/topics.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { welcomeToTeachMail } from "../teaching/mails.ts";
import { findApplications } from "../teaching/queries.ts";
import { problems } from "./contract.ts";

/**
 * Makes a user an instructor or an admin, and welcomes a student who begins to teach by mail. Nobody changes their own
 * role, and of two admins who change each other's at the same moment only one succeeds: an admin is left in every case.
 * Throws user-not-found, own-role, has-role-already, not-admin-any-more.
 */
export async function promoteUser(
  world: World,
  admin: Person,
  id: string,
  role: Exclude<Role, "student">,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    // In the order of the ids, so that two who lock each other's rows cannot wait for one another.
    const both = await tx
      .select()
      .from(users)
      .where(or(eq(users.id, id), eq(users.id, admin.id)))
      .orderBy(users.id)
      .for("update");
    const user = both.find((row) => row.id === id);
    if (both.find((row) => row.id === admin.id)?.role !== "admin")
      throw new Problem(problems.notAdminAnyMore);
    if (!user) throw new Problem(problems.noSuchUser);
    if (!mayPromote(admin, user, role))
      throw new Problem(user.id === admin.id ? problems.ownRole : problems.hasRole);
    await tx.update(users).set({ role }).where(eq(users.id, id));
    await recordDecision(tx, world.clock, {
      kind: "role-changed",
      by: admin,
      about: user,
      before: user.role,
      after: role,
    });
    if (user.role === "student" && role === "instructor") {
      const hasApplied = (await findApplications(tx, [id])).length > 0;
      await enqueueMail(tx, world.clock, welcomeToTeachMail(world.settings.origin, user, hasApplied));
    }
    await world.changes.announce(tx, instructorsTopic);
  });
}
