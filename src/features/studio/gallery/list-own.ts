import { type SQL, and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { submissions } from "../critique/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import type { PageQuery } from "./queries.ts";
import { comments } from "./tables.ts";

const newestDrawings: SortKey[] = [{ column: submissions.id, direction: "descending", value: z.uuid() }];
const newestComments: SortKey[] = [{ column: comments.id, direction: "descending", value: z.uuid() }];

const place = {
  classId: classes.id,
  className: classes.name,
  lessonTitle: sql<string>`coalesce(${lessonVersions.title}, ${lessons.draft} ->> 'title')`,
};

/** Includes classes in which the person no longer has a seat. */
export async function listShownDrawings(db: Database, { id }: Person, { limit, cursor }: PageQuery) {
  const isShown: SQL | undefined = and(isNotNull(submissions.sharedAt), ne(submissions.state, "withdrawn"));
  const rows = await db
    .select({
      ...place,
      id: submissions.id,
      date: sql`${submissions.sharedAt}`.mapWith(submissions.sharedAt),
    })
    .from(submissions)
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(submissions.studentId, id), isShown, afterCursor(newestDrawings, cursor)))
    .orderBy(...orderOf(newestDrawings))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]);
}

export async function listOwnComments(db: Database, { id }: Person, { limit, cursor }: PageQuery) {
  const rows = await db
    .select({ ...place, id: comments.id, text: comments.text, date: comments.createdAt })
    .from(comments)
    .innerJoin(submissions, eq(submissions.id, comments.submissionId))
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(comments.authorId, id), afterCursor(newestComments, cursor)))
    .orderBy(...orderOf(newestComments))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]);
}
