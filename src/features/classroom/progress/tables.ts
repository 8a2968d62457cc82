import { customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { completionKinds } from "./policy.ts";

/** Whole seconds, as `{[0,15),[20,30)}`. */
const secondRanges = customType<{ data: string }>({ dataType: () => "int4multirange" });
const days = customType<{ data: string }>({ dataType: () => "datemultirange" });

/** Each report locks the student's row, so that two tabs can't both claim the same time. */
export const learners = pgTable("learners", {
  studentId: uuid().primaryKey(),
  /** The time until here is spent. Later than `reportedAt` while grace is being deducted. */
  countedUntil: timestamp({ withTimezone: true }).notNull(),
  reportedAt: timestamp({ withTimezone: true }).notNull(),
  credited: integer().notNull().default(0),
  /** In UTC. */
  days: days().notNull(),
});

/** No foreign keys to enrollments or versions, because progress outlives them. */
export const watching = pgTable(
  "watching",
  {
    studentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    videoId: uuid().notNull(),
    watched: secondRanges().notNull(),
    /** Segments that the player requested, recorded before they are sent. */
    sent: secondRanges().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.lessonId, table.videoId] })],
);

export const completedLessons = pgTable(
  "completed_lessons",
  {
    studentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    how: text({ enum: completionKinds }).notNull(),
    completedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.lessonId] }),
    index("completed_lessons_by_lesson").on(table.lessonId),
  ],
);

/** Recorded before the material is sent. No foreign keys, as above. */
export const openedMaterials = pgTable(
  "opened_materials",
  {
    studentId: uuid().notNull(),
    materialId: uuid().notNull(),
    openedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.materialId] })],
);
