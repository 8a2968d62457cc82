import { and, eq, sql } from "drizzle-orm";
import type { World } from "../../world.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { problems } from "./contract.ts";
import type { Decision } from "./state.ts";
import { classes } from "./tables.ts";

/**
 * Approves or denies a pending class, for good. Of two admins deciding at once, one decides and the other is told.
 * Throws class-not-found, class-already-decided.
 */
export async function decideClass(
  world: World,
  admin: Person,
  id: string,
  decision: Decision,
): Promise<void> {
  const decided = await world.db
    .update(classes)
    .set({
      status: decision,
      decidedAt: world.clock.now(),
      decidedBy: admin.id,
      version: sql`${classes.version} + 1`,
    })
    .where(and(eq(classes.id, id), eq(classes.status, "pending")))
    .returning({ id: classes.id });
  if (decided.length > 0) return;
  const [found] = await world.db.select({ id: classes.id }).from(classes).where(eq(classes.id, id));
  throw new Problem(found ? problems.alreadyDecided : problems.noSuchClass);
}
