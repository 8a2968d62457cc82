import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { afterCursor, byId, orderOf, type Page, type PageQuery, toPage } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { videos } from "../videos/tables.ts";
import { lacksCaptions } from "./queries.ts";
import { lessons } from "./tables.ts";

interface LessonCounts {
  readonly classId: string;
  readonly lessons: number;
  readonly published: number;
  readonly exercises: number;
  readonly previews: number;
  /** New lessons, and changes to published ones. */
  readonly drafts: number;
  readonly uncaptioned: number;
  readonly firstUncaptioned: { readonly _id: string; readonly title: string }[];
}

const newestFirst = byId(classes.id, "descending");
const isThere = sql`${lessons.retiredAt} is null`;
const isPublished = sql`${isThere} and ${lessons.publishedVersionId} is not null`;
const isWaiting = sql`${isThere} and ${lessons.draftVersion} > coalesce(${lessons.publishedDraftVersion}, 0)`;
const isUncaptioned = sql`${isThere} and ${lacksCaptions}`;
const countOf = (condition = isThere) => sql<number>`(count(${lessons.id}) filter (where ${condition}))::int`;

/** Per class of the instructor; same order and cursors as `listClassesOf`. */
export async function countLessons(
  db: Database,
  instructor: Person,
  { limit, cursor }: PageQuery,
): Promise<Page<LessonCounts>> {
  const rows = await db
    .select({
      classId: classes.id,
      lessons: countOf(),
      published: countOf(isPublished),
      exercises: countOf(sql`${isPublished} and ${lessons.kind} = 'exercise'`),
      previews: countOf(sql`${isPublished} and ${lessons.isPreview}`),
      drafts: countOf(isWaiting),
      uncaptioned: countOf(isUncaptioned),
      firstUncaptioned: sql<LessonCounts["firstUncaptioned"]>`coalesce(to_jsonb((
        array_agg(jsonb_build_object('_id', ${lessons.id}, 'title', ${lessons.draft} ->> 'title') order by ${lessons.id})
        filter (where ${isUncaptioned})
      )[1:3]), '[]')`,
    })
    .from(classes)
    .leftJoin(lessons, eq(lessons.curriculumId, classes.curriculumId))
    .leftJoin(videos, sql`${videos.id} = (${lessons.draft} ->> 'videoId')::uuid`)
    .where(
      and(
        eq(classes.instructorId, instructor.id),
        isNull(classes.archivedAt),
        afterCursor(newestFirst, cursor),
      ),
    )
    .groupBy(classes.id)
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, ({ classId }) => [classId]);
}
