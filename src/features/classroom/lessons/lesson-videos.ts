import { type SQL, and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { classes } from "../../school/classes/tables.ts";
import { notify, removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { videos } from "../videos/tables.ts";
import { lessonVersions, lessons } from "./tables.ts";

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

/** A lesson may be published before its video turns out to be damaged. */
export const reportRefusedVideo = (
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { videoId }: { readonly videoId: string },
): Promise<void> => reportRefused(tx, context, eq(videos.id, videoId));

/** The new instructor gets the notices; those of the former one lead nowhere now. */
export async function handOverRefusedVideos(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { id, from }: { readonly id: string; readonly from: string },
): Promise<void> {
  await removeUnread(tx, from, ["video-refused"], eq(notifications.classId, id));
  await reportRefused(tx, context, eq(classes.id, id));
}

async function reportRefused(tx: Transaction, context: Pick<AppContext, "clock">, which: SQL): Promise<void> {
  const showing = await tx
    .select({
      personId: classes.instructorId,
      classId: classes.id,
      lessonId: lessons.id,
      // Classes with the same lessons are one notification.
      aboutId: videos.id,
    })
    .from(videos)
    .innerJoin(lessonVersions, eq(lessonVersions.videoId, videos.id))
    .innerJoin(lessons, eq(lessons.publishedVersionId, lessonVersions.id))
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .where(and(which, eq(videos.state, "refused"), isNull(lessons.retiredAt)))
    .orderBy(desc(classes.id));
  await notify(
    tx,
    context,
    ...showing.map((each) => ({
      ...each,
      kind: "video-refused" as const,
      path: `/dashboard/instructor/curriculum/${each.classId}?lesson=${each.lessonId}`,
    })),
  );
}
