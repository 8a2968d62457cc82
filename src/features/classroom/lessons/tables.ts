import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { classes, curricula } from "../../school/classes/tables.ts";
import { videos } from "../videos/tables.ts";
import { lessonKinds } from "./policy.ts";

export const sections = pgTable(
  "sections",
  {
    id: uuid().primaryKey(),
    curriculumId: refersTo(curricula.id),
    title: text().notNull(),
    position: integer().notNull(),
    /** Days after the start of a cohort; null: from the start. */
    opensAfterDays: integer(),
    /** In the time zone of the class. */
    opensAt: time().notNull().default("18:00"),
  },
  (table) => [index("sections_in_order").on(table.curriculumId, table.position)],
);

export interface LessonDraft {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly videoId: string | null;
}

export const lessons = pgTable(
  "lessons",
  {
    id: uuid().primaryKey(),
    curriculumId: refersTo(curricula.id),
    sectionId: refersTo(sections.id),
    position: integer().notNull(),
    kind: text({ enum: lessonKinds }).notNull(),
    isPreview: boolean().notNull().default(false),
    isRequired: boolean().notNull().default(true),
    draft: jsonb().$type<LessonDraft>().notNull(),
    /** Incremented by each save; detects concurrent edits. */
    draftVersion: integer().notNull().default(1),
    editedBy: uuid(),
    publishedVersionId: uuid().references((): AnyPgColumn => lessonVersions.id),
    /** The last published `draftVersion`; a higher one has unpublished changes. */
    publishedDraftVersion: integer(),
    retiredAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("lessons_in_order").on(table.curriculumId, table.sectionId, table.position),
    // Deleting a section or a version checks these for remaining lessons.
    index("lessons_by_section").on(table.sectionId),
    index("lessons_by_published_version").on(table.publishedVersionId),
    index("lessons_by_draft_video").using("btree", sql`(${table.draft} ->> 'videoId')`),
    check("lessons_kind", isOneOf(table.kind, lessonKinds)),
    check("lessons_retired", sql`${table.retiredAt} is null or ${table.publishedVersionId} is not null`),
  ],
);

/** Append-only. */
export const lessonVersions = pgTable(
  "lesson_versions",
  {
    id: uuid().primaryKey(),
    lessonId: refersTo(lessons.id),
    number: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    html: text().notNull(),
    words: integer().notNull(),
    /** Also null for earlier versions whose video was removed. */
    videoId: uuid().references(() => videos.id, { onDelete: "set null" }),
    videoName: text(),
    publishedAt: timestamp({ withTimezone: true }).notNull(),
    publishedBy: refersTo(users.id),
  },
  (table) => [
    uniqueIndex("lesson_versions_once").on(table.lessonId, table.number),
    index("lesson_versions_by_video").on(table.videoId),
    index("lesson_versions_by_time").on(table.publishedAt),
  ],
);

/** All pictures that the lesson's texts ever showed: they are kept for its earlier versions. */
export const lessonPictures = pgTable(
  "lesson_pictures",
  {
    lessonId: refersTo(lessons.id, "cascade"),
    url: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lessonId, table.url] }),
    index("lesson_pictures_by_url").on(table.url),
  ],
);

/** Not versioned. Stored as `materials/<id>/file`. */
export const materials = pgTable(
  "materials",
  {
    id: uuid().primaryKey(),
    /** Null once a never-published lesson is deleted. */
    lessonId: uuid().references(() => lessons.id, { onDelete: "set null" }),
    fileName: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** A name in `material-types.ts`, found by the file's bytes. */
    type: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    removedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("materials_by_lesson").on(table.lessonId, table.id),
    index("materials_removed")
      .on(table.removedAt)
      .where(sql`${table.removedAt} is not null`),
  ],
);

export const announcedSections = pgTable(
  "announced_sections",
  {
    classId: refersTo(classes.id),
    sectionId: refersTo(sections.id, "cascade"),
    announcedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.classId, table.sectionId] }),
    index("announced_sections_by_section").on(table.sectionId),
  ],
);

/** Outlives the enrollment, so it has no foreign key. */
export const openedLessons = pgTable(
  "opened_lessons",
  {
    studentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    openedAt: timestamp({ withTimezone: true }).notNull(),
    lastOpenedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.lessonId] }),
    index("opened_lessons_latest").on(table.studentId, table.lastOpenedAt),
  ],
);

/** Students who may have finished a class, written with the change; certificates check and delete each row. */
export const finishChecks = pgTable(
  "finish_checks",
  {
    studentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.lessonId] }),
    index("finish_checks_in_order").on(table.requestedAt),
  ],
);
