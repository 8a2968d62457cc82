import { and, eq, lte, notExists } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { users } from "../../../access/tables.ts";
import { allOf } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import { collectPictures } from "../../school/pictures/remove-picture.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { portfolioPictures } from "../../school/instructors/tables.ts";
import { materials, lessonPictures } from "./tables.ts";

/** Students may still be downloading the files. */
const graceSeconds = 3600;
const batch = 100;

/** Its file is being deleted, so no upload may resume it. */
export const beingDeleted = new Date(0);

/** Deletes files before their rows: after a crash the row still leads to the file. */
export async function collectMaterials({
  clock,
  db,
  log,
  storage,
}: Pick<AppContext, "clock" | "db" | "log" | "storage">): Promise<number> {
  const before = new Date(clock.now().getTime() - graceSeconds * 1000);
  const isDue = lte(materials.removedAt, before);
  const found = await db.select({ id: materials.id }).from(materials).where(isDue).limit(batch);
  for (const { id } of found) {
    try {
      const marked = await db
        .update(materials)
        .set({ removedAt: beingDeleted })
        .where(and(eq(materials.id, id), isDue))
        .returning({ id: materials.id });
      if (marked.length === 0) continue;
      await storage.removeFolder(`materials/${id}`);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ err: error, material: id }, "could not remove a material yet");
      break;
    }
    await db.delete(materials).where(and(eq(materials.id, id), eq(materials.removedAt, beingDeleted)));
  }
  return found.length;
}

/** Image URLs in selections and payments do not count: pages show the current picture of the class. */
export function collectUnusedPictures(
  context: Pick<AppContext, "clock" | "db" | "log" | "storage">,
): Promise<number> {
  const { db } = context;
  const inClass = db.select({ id: classes.id }).from(classes).where(eq(classes.image, pictures.url));
  const inPortfolio = db
    .select({ id: portfolioPictures.id })
    .from(portfolioPictures)
    .where(eq(portfolioPictures.image, pictures.url));
  const inLesson = db
    .select({ id: lessonPictures.lessonId })
    .from(lessonPictures)
    .where(eq(lessonPictures.url, pictures.url));
  const asPhoto = db.select({ id: users.id }).from(users).where(eq(users.image, pictures.url));
  return collectPictures(
    context,
    allOf(notExists(inClass), notExists(inPortfolio), notExists(inLesson), notExists(asPhoto)),
  );
}
