import { eq, notExists } from "drizzle-orm";
import type { World } from "../../world.ts";
import { collectPictures } from "../pictures/remove-picture.ts";
import { pictures } from "../pictures/tables.ts";
import { classes } from "./tables.ts";

/**
 * Removes the uploaded pictures that no class has used for a day. Selections and payments keep copies of a class's
 * picture's address, which need no look: what is shown of a class is the picture that it has now.
 */
export function collectUnusedPictures(world: World): Promise<number> {
  const isUnused = notExists(
    world.db.select({ id: classes.id }).from(classes).where(eq(classes.image, pictures.url)),
  );
  return collectPictures(world, isUnused);
}
