import { and, eq, notExists } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessonPictures } from "./tables.ts";
import { collectPictures } from "../../school/pictures/remove-picture.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { portfolioPictures } from "../../school/instructors/tables.ts";

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
    and(notExists(inClass), notExists(inPortfolio), notExists(inLesson), notExists(asPhoto))!,
  );
}
