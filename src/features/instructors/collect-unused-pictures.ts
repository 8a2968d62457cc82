import { and, eq, notExists } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { classes } from "../classes/tables.ts";
import { collectPictures } from "../pictures/remove-picture.ts";
import { pictures } from "../pictures/tables.ts";
import { portfolioPictures } from "./tables.ts";

/**
 * Removes the uploaded pictures that neither a class nor a portfolio has used for a day. Selections and payments keep
 * copies of a class's picture's address, which need no look: what is shown of a class is the picture that it has now.
 */
export function collectUnusedPictures(context: AppContext): Promise<number> {
  const { db } = context;
  const inClass = db.select({ id: classes.id }).from(classes).where(eq(classes.image, pictures.url));
  const inPortfolio = db
    .select({ id: portfolioPictures.id })
    .from(portfolioPictures)
    .where(eq(portfolioPictures.image, pictures.url));
  return collectPictures(context, and(notExists(inClass), notExists(inPortfolio))!);
}
