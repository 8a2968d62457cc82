import { and, desc, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, readPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessonVersions, lessons } from "./tables.ts";

const earlier = alias(lessonVersions, "earlier");
const newestFirst: SortKey[] = [{ column: lessonVersions.id, direction: "descending", value: z.uuid() }];

/** Versions published after the class was approved, each with the version before. */
export async function listLessonChanges(
  db: Database,
  { classId, limit, cursor }: { classId?: string | undefined; limit: number; cursor?: string | undefined },
) {
  // Lists a shared curriculum once, with the class that was approved last.
  const held = db
    .select({
      id: classes.id,
      name: classes.name,
      instructorId: classes.instructorId,
      decidedAt: classes.decidedAt,
    })
    .from(classes)
    .where(
      and(
        eq(classes.curriculumId, lessons.curriculumId),
        eq(classes.status, "approved"),
        classId === undefined ? undefined : eq(classes.id, classId),
      ),
    )
    .orderBy(desc(classes.decidedAt), desc(classes.id))
    .limit(1)
    .as("held");
  return readPage(
    db
      .select({
        id: lessonVersions.id,
        number: lessonVersions.number,
        title: lessonVersions.title,
        body: lessonVersions.body,
        videoName: lessonVersions.videoName,
        publishedAt: lessonVersions.publishedAt,
        lessonId: lessons.id,
        retiredAt: lessons.retiredAt,
        publishedVersionId: lessons.publishedVersionId,
        classId: held.id,
        className: held.name,
        instructorName: users.name,
        earlierTitle: earlier.title,
        earlierBody: earlier.body,
        earlierVideoName: earlier.videoName,
      })
      .from(lessonVersions)
      .innerJoin(lessons, eq(lessons.id, lessonVersions.lessonId))
      .innerJoinLateral(held, sql`true`)
      .innerJoin(users, eq(users.id, held.instructorId))
      .leftJoin(
        earlier,
        and(eq(earlier.lessonId, lessons.id), eq(earlier.number, sql`${lessonVersions.number} - 1`)),
      ),
    { keys: newestFirst, condition: gt(lessonVersions.publishedAt, held.decidedAt), limit, cursor },
    (row) => [row.id],
  );
}
