import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { type Database, firstOrThrow } from "../../../platform/database.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import type { LessonKind } from "../lessons/policy.ts";
import { lessonVersions, lessons, materials, openedLessons, sections } from "../lessons/tables.ts";
import { videos } from "../videos/tables.ts";
import { secondsOf } from "./policy.ts";
import { rowsOf } from "./note-learner.ts";
import { openedMaterials, watching } from "./tables.ts";

/** Whole seconds, [from, to), sorted and disjoint. */
export type SecondRanges = [from: number, to: number][];

export interface OpenedVersion {
  /** Null: a text. `seconds` is null while the length is unknown. */
  readonly film: {
    readonly seconds: number | null;
    readonly sent: SecondRanges;
    readonly watched: SecondRanges;
  } | null;
  readonly words: number;
  readonly isOpened: boolean;
}

export interface OpenedLesson {
  readonly _id: string;
  readonly title: string;
  readonly kind: LessonKind;
  readonly isRetired: boolean;
  readonly versions: OpenedVersion[];
  readonly materials: { readonly count: number; readonly opened: number };
}

interface Question {
  readonly classId: string;
  readonly studentId: string;
  readonly since: Date;
}

/** Lessons and versions published at any time since then, without previews: later removals don't count. */
export async function listOpened(
  db: Database,
  { classId, studentId, since }: Question,
): Promise<OpenedLesson[]> {
  const rows = await opened(db).execute({ classId, studentId, since: since.toISOString() });
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, versions]) => {
    const { title, kind, isRetired, materials: files } = firstOrThrow(versions);
    return {
      _id: id,
      title,
      kind,
      isRetired,
      versions: distinctVersions(versions).map((version) => ({
        film:
          version.videoId === null
            ? null
            : {
                seconds: secondsOf(version.milliseconds),
                sent: version.sent,
                watched: version.watched,
              },
        words: version.words,
        isOpened: wasOpened(version),
      })),
      materials: files,
    };
  });
}

const rangesIn = (column: AnyPgColumn) =>
  sql<SecondRanges>`(
    select coalesce(json_agg(json_build_array(lower(part), upper(part)) order by part), '[]')
    from unnest(${column}) part
  )`;

/** A new text with the same video is not another video. */
const distinctVersions = <Version extends { readonly videoId: string | null }>(
  versions: readonly Version[],
): Version[] =>
  versions.filter(
    ({ videoId }, at) => videoId === null || versions.findIndex((one) => one.videoId === videoId) === at,
  );

/** Only the first and the last opening are known. */
const wasOpened = ({
  publishedAt,
  replacedAt,
  openedAt,
  lastOpenedAt,
}: {
  readonly publishedAt: Date;
  readonly replacedAt: Date | null;
  readonly openedAt: Date | null;
  readonly lastOpenedAt: Date | null;
}): boolean =>
  [openedAt, lastOpenedAt].some(
    (at) => at !== null && at >= publishedAt && (replacedAt === null || at < replacedAt),
  );

const openedOfMaterials = sql<OpenedLesson["materials"]>`(
  select json_build_object('count', count(*), 'opened', count(${openedMaterials.openedAt}))
  from ${materials}
  left join ${openedMaterials}
    on ${openedMaterials.materialId} = ${materials.id} and ${openedMaterials.studentId} = ${sql.placeholder("studentId")}
  where ${materials.lessonId} = ${lessons.id} and ${materials.removedAt} is null
)`;

const opened = prepareOnce((db) => {
  const own = rowsOf(sql.placeholder("studentId"));
  const later = alias(lessonVersions, "later_version");
  return db
    .select({
      id: lessons.id,
      title: lessonVersions.title,
      kind: lessons.kind,
      isRetired: isNotNull(lessons.retiredAt).mapWith(Boolean),
      videoId: lessonVersions.videoId,
      milliseconds: videos.milliseconds,
      words: lessonVersions.words,
      publishedAt: lessonVersions.publishedAt,
      replacedAt: later.publishedAt,
      openedAt: openedLessons.openedAt,
      lastOpenedAt: openedLessons.lastOpenedAt,
      sent: rangesIn(watching.sent),
      watched: rangesIn(watching.watched),
      materials: openedOfMaterials,
    })
    .from(classes)
    .innerJoin(sections, eq(sections.curriculumId, classes.curriculumId))
    .innerJoin(lessons, eq(lessons.sectionId, sections.id))
    .innerJoin(lessonVersions, eq(lessonVersions.lessonId, lessons.id))
    .leftJoin(later, and(eq(later.lessonId, lessons.id), eq(later.number, sql`${lessonVersions.number} + 1`)))
    .leftJoin(videos, eq(videos.id, lessonVersions.videoId))
    .leftJoin(openedLessons, own.opened)
    .leftJoin(watching, own.watching)
    .where(
      and(
        eq(classes.id, sql.placeholder("classId")),
        eq(lessons.isPreview, false),
        or(isNull(lessons.retiredAt), gt(lessons.retiredAt, sql.placeholder("since"))),
        or(isNull(later.publishedAt), gt(later.publishedAt, sql.placeholder("since"))),
      ),
    )
    .orderBy(
      asc(sections.position),
      asc(sections.id),
      asc(lessons.position),
      asc(lessons.id),
      desc(lessonVersions.number),
    )
    .prepare("opened_lessons");
});
