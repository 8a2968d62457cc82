import { type SQL, and, desc, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import { users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { videos } from "../videos/tables.ts";
import { lessonVersions, lessons } from "./tables.ts";

const earlier = alias(lessonVersions, "earlier");
const earlierVideo = alias(videos, "earlier_video");
const newestFirst: SortKey[] = [{ column: lessonVersions.id, direction: "descending", value: z.uuid() }];

/** Versions that were published after the class was approved, beside the version before each. */
export async function listLessonChanges(
  db: Database,
  { classId, limit, cursor }: { classId?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const conditions: (SQL | undefined)[] = [
    eq(classes.status, "approved"),
    gt(lessonVersions.publishedAt, classes.decidedAt),
    classId === undefined ? firstClass : eq(classes.id, classId),
    afterCursor(newestFirst, cursor),
  ];
  const rows = await db
    .select({
      id: lessonVersions.id,
      number: lessonVersions.number,
      title: lessonVersions.title,
      body: lessonVersions.body,
      videoName: videos.fileName,
      publishedAt: lessonVersions.publishedAt,
      lessonId: lessons.id,
      retiredAt: lessons.retiredAt,
      publishedVersionId: lessons.publishedVersionId,
      classId: classes.id,
      className: classes.name,
      instructorName: users.name,
      earlierTitle: earlier.title,
      earlierBody: earlier.body,
      earlierVideoName: earlierVideo.fileName,
    })
    .from(lessonVersions)
    .innerJoin(lessons, eq(lessons.id, lessonVersions.lessonId))
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(videos, eq(videos.id, lessonVersions.videoId))
    .leftJoin(
      earlier,
      and(eq(earlier.lessonId, lessons.id), eq(earlier.number, sql`${lessonVersions.number} - 1`)),
    )
    .leftJoin(earlierVideo, eq(earlierVideo.id, earlier.videoId))
    .where(and(...conditions))
    .orderBy(...orderOf(newestFirst), desc(classes.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]);
}

/** A curriculum that several approved classes share is listed once, with the class that was approved last. */
const firstClass = sql`${classes.id} = (
  select held.id from classes as held
  where held.curriculum_id = ${lessons.curriculumId} and held.status = 'approved'
  order by held.decided_at desc, held.id desc limit 1)`;
