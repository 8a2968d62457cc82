import { eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessonVersions, lessons } from "./tables.ts";

export async function invalidateOutlines(
  { invalidation }: Pick<AppContext, "invalidation">,
  tx: Transaction,
  curriculumId: string,
): Promise<void> {
  const held = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.curriculumId, curriculumId));
  await invalidation.invalidate(tx, ...held.map(({ id }) => classTag(id)));
}

export async function invalidateVideo(
  tx: Transaction,
  { invalidation }: Pick<AppContext, "invalidation">,
  { videoId }: { readonly videoId: string },
): Promise<void> {
  const showing = tx
    .select({ id: lessons.curriculumId })
    .from(lessonVersions)
    .innerJoin(lessons, eq(lessons.publishedVersionId, lessonVersions.id))
    .where(eq(lessonVersions.videoId, videoId));
  const held = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(inArray(classes.curriculumId, showing));
  if (held.length > 0) await invalidation.invalidate(tx, ...held.map(({ id }) => classTag(id)));
}
