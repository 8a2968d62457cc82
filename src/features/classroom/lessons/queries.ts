import { type Placeholder, and, asc, eq, exists, inArray, isNull, min, ne, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { anyOf, prepareOnce } from "../../../platform/drizzle.ts";
import {
  problems as classProblems,
  editorKindFor,
  isPublicClass,
  isOwnClass,
  mayEditClass,
} from "../../school/classes/policy.ts";
import { classes, curricula } from "../../school/classes/tables.ts";
import { posterAt, posterOf } from "../videos/describe-video.ts";
import { videos } from "../videos/tables.ts";
import { findCurriculum } from "./curriculum.ts";
import { sectionOpens } from "./schedule-class.ts";
import { problems } from "./policy.ts";
import { lessonVersions, lessons, materials, sections } from "./tables.ts";

const inOrder = [asc(sections.position), asc(sections.id), asc(lessons.position), asc(lessons.id)];

const publishedLessons = prepareOnce((db) =>
  db
    .select({
      id: lessons.id,
      kind: lessons.kind,
      title: lessonVersions.title,
      words: lessonVersions.words,
      videoId: lessonVersions.videoId,
      milliseconds: videos.milliseconds,
      isPreview: lessons.isPreview,
      isRequired: lessons.isRequired,
      retiredAt: lessons.retiredAt,
      sectionId: sections.id,
      sectionTitle: sections.title,
      opens: sectionOpens,
    })
    .from(classes)
    .innerJoin(sections, eq(sections.curriculumId, classes.curriculumId))
    .innerJoin(lessons, eq(lessons.sectionId, sections.id))
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .leftJoin(videos, eq(videos.id, lessonVersions.videoId))
    .where(eq(classes.id, sql.placeholder("classId")))
    .orderBy(...inOrder)
    .prepare("published_lessons"),
);

/** In order, including retired lessons. */
export const listPublishedLessons = (db: Database, classId: string) =>
  publishedLessons(db).execute({ classId });

export const listLessonTitles = (db: Database, ids: readonly string[]) =>
  db
    .select({
      id: lessons.id,
      text: sql<string | null>`coalesce(${lessonVersions.title}, ${lessons.draft} ->> 'title')`,
    })
    .from(lessons)
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(inArray(lessons.id, [...ids]));

export const listSectionTitles = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: sections.id, text: sections.title })
    .from(sections)
    .where(inArray(sections.id, [...ids]));

export type PublishedLesson = Awaited<ReturnType<typeof listPublishedLessons>>[number];

export interface LessonSection<Lesson> {
  readonly id: string;
  readonly title: string;
  readonly opens: Date | null;
  readonly lessons: readonly Lesson[];
}

export function groupBySection<Lesson extends PublishedLesson>(
  rows: readonly Lesson[],
): readonly LessonSection<Lesson>[] {
  const groups = new Map<string, { id: string; title: string; opens: Date | null; lessons: Lesson[] }>();
  for (const row of rows) {
    const group = groups.get(row.sectionId) ?? {
      id: row.sectionId,
      title: row.sectionTitle,
      opens: row.opens,
      lessons: [],
    };
    group.lessons.push(row);
    groups.set(row.sectionId, group);
  }
  return [...groups.values()];
}

/** @param viewer an id, or a placeholder for it */
export const hasSeatIn = (viewer: string | null | Placeholder) =>
  sql<boolean>`exists (select from enrollments where class_id = ${classes.id} and student_id = ${viewer})`;

type ClassFound = Pick<typeof classes.$inferSelect, "status" | "instructorId"> & {
  readonly isInstructorSuspended: boolean;
};

export const withRights = <Found extends ClassFound>(found: Found, viewer: Person | undefined) => ({
  ...found,
  isApproved: isPublicClass(found),
  isStaff: viewer !== undefined && mayEditClass(viewer, found),
  isOwn: viewer !== undefined && isOwnClass(viewer, found),
});

const classForViewer = prepareOnce((db) =>
  db
    .select({
      id: classes.id,
      name: classes.name,
      status: classes.status,
      startsOn: classes.startsOn,
      timeZone: classes.timeZone,
      curriculumId: classes.curriculumId,
      instructorId: classes.instructorId,
      instructorName: users.name,
      isInstructorSuspended: sql<boolean>`${users.suspendedAt} is not null`,
      hasSeat: hasSeatIn(sql.placeholder("viewer")),
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.id, sql.placeholder("classId")))
    .prepare("class_for_viewer"),
);

/** `viewer` undefined: a visitor. Throws class-not-found. */
export async function findClassFor(db: Database, viewer: Person | undefined, classId: string) {
  const [found] = await classForViewer(db).execute({ classId, viewer: viewer?.id ?? null });
  if (!found) throw new Problem(classProblems["class-not-found"]);
  return withRights(found, viewer);
}

/** Throws class-not-found. */
export async function readOutline(db: Database, viewer: Person | undefined, classId: string) {
  const found = await findClassFor(db, viewer, classId);
  if (!found.isApproved && !found.isStaff && !found.hasSeat)
    throw new Problem(classProblems["class-not-found"]);
  const rows = (await listPublishedLessons(db, classId)).filter(({ retiredAt }) => retiredAt === null);
  const isInOutline = inArray(
    materials.lessonId,
    rows.map(({ id }) => id),
  );
  const materialCount = await db.$count(materials, and(isInOutline, isNull(materials.removedAt)));
  return { startsOn: found.startsOn, timeZone: found.timeZone, lessons: rows, materialCount };
}

/** Null before the first lesson. Counts lessons removed since, so that the time never changes. */
export async function findFirstPublication(db: Database, classId: string): Promise<Date | null> {
  const [first] = await db
    .select({ at: min(lessonVersions.publishedAt) })
    .from(classes)
    .innerJoin(lessons, eq(lessons.curriculumId, classes.curriculumId))
    .innerJoin(lessonVersions, and(eq(lessonVersions.lessonId, lessons.id), eq(lessonVersions.number, 1)))
    .where(eq(classes.id, classId));
  return first?.at ?? null;
}

export const lacksCaptions = sql<boolean>`coalesce(${videos.hasSound} and not ${videos.hasNoSpeech}
  and ${videos.state} not in ('refused', 'deleting')
  and not exists (select from video_captions where video_id = ${videos.id}), false)`;

/** Throws class-not-found, not-your-class. */
export async function readCurriculum(db: Database, editor: Person, classId: string) {
  const found = await findCurriculum(db, editor, classId);
  const [own] = await db
    .select({
      orderVersion: curricula.orderVersion,
      isDescribed: sql<boolean>`${classes.description} <> '' and cardinality(${classes.outcomes}) > 0`,
    })
    .from(classes)
    .innerJoin(curricula, eq(curricula.id, classes.curriculumId))
    .where(eq(classes.id, classId));
  const sectionRows = await db
    .select({
      id: sections.id,
      title: sections.title,
      opensAfterDays: sections.opensAfterDays,
      opensAt: sections.opensAt,
      opens: sectionOpens,
    })
    .from(classes)
    .innerJoin(sections, eq(sections.curriculumId, classes.curriculumId))
    .where(eq(classes.id, classId))
    .orderBy(asc(sections.position), asc(sections.id));
  const lessonRows = await db
    .select({
      lesson: lessons,
      milliseconds: videos.milliseconds,
      videoState: videos.state,
      posterOf,
      posterAt,
      lacksCaptions,
      materials: sql<number>`(
        select count(*)::int from ${materials}
        where ${materials.lessonId} = ${lessons.id} and ${materials.removedAt} is null
      )`,
    })
    .from(lessons)
    .leftJoin(videos, sql`${videos.id} = (${lessons.draft} ->> 'videoId')::uuid`)
    .where(eq(lessons.curriculumId, found.curriculumId))
    .orderBy(asc(lessons.position), asc(lessons.id));
  const sharedWith = await db
    .select({ id: classes.id, name: classes.name, startsOn: classes.startsOn })
    .from(classes)
    .where(
      and(eq(classes.curriculumId, found.curriculumId), ne(classes.id, classId), isNull(classes.archivedAt)),
    )
    .orderBy(asc(classes.id));
  const { orderVersion = 1, isDescribed = false } = own ?? {};
  return { found, orderVersion, isDescribed, sections: sectionRows, lessons: lessonRows, sharedWith };
}

export const listMaterials = (db: Database, lessonId: string) =>
  db
    .select()
    .from(materials)
    .where(and(eq(materials.lessonId, lessonId), isNull(materials.removedAt)))
    .orderBy(asc(materials.id));

/** Throws class-not-found, not-your-class, lesson-not-found. */
export async function readDraft(
  db: Database,
  editor: Person,
  { classId, id }: { classId: string; id: string },
) {
  const { curriculumId, instructorId } = await findCurriculum(db, editor, classId);
  const [row] = await db
    .select({ lesson: lessons, published: lessonVersions })
    .from(lessons)
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(lessons.id, id), eq(lessons.curriculumId, curriculumId)));
  if (!row) throw new Problem(problems["lesson-not-found"]);
  const editedBy = editorKindFor(editor, row.lesson.editedBy, { instructorId });
  return { ...row, editedBy, materials: await listMaterials(db, id) };
}

/** In a draft or a published version; earlier versions don't count. */
export const isVideoInUse = (db: Database) =>
  anyOf(
    exists(
      db
        .select({ id: lessons.id })
        .from(lessons)
        .where(sql`${lessons.draft} ->> 'videoId' = ${videos.id}::text`),
    ),
    exists(
      db
        .select({ id: lessonVersions.id })
        .from(lessonVersions)
        .innerJoin(
          lessons,
          and(eq(lessons.id, lessonVersions.lessonId), eq(lessons.publishedVersionId, lessonVersions.id)),
        )
        .where(eq(lessonVersions.videoId, videos.id)),
    ),
  );
