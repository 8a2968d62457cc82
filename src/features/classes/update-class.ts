import { eq, sql } from "drizzle-orm";
import type { World } from "../../world.ts";
import { Problem } from "../../platform/errors.ts";
import type { Cents } from "../../platform/money.ts";
import type { Person } from "../accounts/queries.ts";
import { problems } from "./contract.ts";
import { type Level, mayEditClass } from "./policy.ts";
import { classes } from "./tables.ts";

export interface ClassChanges {
  readonly className: string;
  readonly price: Cents;
  readonly availableSeats: number;
  readonly level?: Level | undefined;
  readonly description?: string | undefined;
  /** The version that was edited; without it, the last to save wins. */
  readonly version?: number | undefined;
}

/**
 * Saves an instructor's changes to a class of their own; its status stays (decisions, "Classes").
 * Throws class-not-found, not-your-class, class-changed-meanwhile.
 */
export async function updateClass(
  world: World,
  instructor: Person,
  id: string,
  changes: ClassChanges,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    const [found] = await tx.select().from(classes).where(eq(classes.id, id)).for("update");
    if (!found) throw new Problem(problems.noSuchClass);
    if (!mayEditClass(instructor, found)) throw new Problem(problems.notYourClass);
    if (changes.version !== undefined && changes.version !== found.version)
      throw new Problem(problems.changedMeanwhile);
    await tx
      .update(classes)
      .set({
        name: changes.className,
        priceCents: changes.price,
        availableSeats: changes.availableSeats,
        level: changes.level,
        description: changes.description,
        version: sql`${classes.version} + 1`,
      })
      .where(eq(classes.id, id));
  });
}
