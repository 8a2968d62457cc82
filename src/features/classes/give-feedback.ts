import { eq } from "drizzle-orm";
import type { World } from "../../world.ts";
import { Problem } from "../../platform/errors.ts";
import { problems } from "./contract.ts";
import { classes } from "./tables.ts";

/** Replaces the feedback on a class, whatever its status; an empty text removes it. Throws class-not-found. */
export async function giveFeedback(world: World, id: string, feedback: string): Promise<void> {
  const changed = await world.db
    .update(classes)
    .set({ feedback: feedback || null })
    .where(eq(classes.id, id))
    .returning({ id: classes.id });
  if (changed.length === 0) throw new Problem(problems.noSuchClass);
}
