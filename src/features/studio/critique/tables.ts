import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessons } from "../../classroom/lessons/tables.ts";
import { pictureStates } from "../../school/pictures/policy.ts";
import { submissionStates, verdicts } from "./policy.ts";

/** Kept when an enrollment ends. */
export const submissions = pgTable(
  "submissions",
  {
    id: uuid().primaryKey(),
    classId: refersTo(classes.id),
    lessonId: refersTo(lessons.id),
    studentId: refersTo(users.id),
    state: text({ enum: submissionStates }).notNull(),
    acceptedAt: timestamp({ withTimezone: true }),
    /** When the student showed the latest round to the class; null: only the teacher sees it. */
    sharedAt: timestamp({ withTimezone: true }),
    /** When the student showed the first and the accepted round on the public page of the class. */
    publicAt: timestamp({ withTimezone: true }),
    /** By a moderator or by reports: only the student, the teacher and admins see it. */
    hiddenAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** Starts the time until the pictures are removed. A trigger sets it to infinity, and the job to the time when it finds that. */
    seatEndedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("submissions_once").on(table.studentId, table.classId, table.lessonId),
    index("submissions_by_lesson").on(table.lessonId),
    index("submissions_waiting")
      .on(table.classId)
      .where(sql`${table.state} = 'handed-in'`),
    index("submissions_shared")
      .on(table.classId, table.sharedAt)
      .where(sql`${table.sharedAt} is not null and ${table.hiddenAt} is null`),
    index("submissions_public")
      .on(table.classId, table.publicAt)
      .where(sql`${table.publicAt} is not null`)
      .concurrently(),
    index("submissions_ended")
      .on(table.seatEndedAt)
      .where(sql`${table.seatEndedAt} is not null and ${table.sharedAt} is null`)
      .concurrently(),
    index("submissions_withdrawn")
      .on(table.changedAt)
      .where(sql`${table.state} = 'withdrawn'`)
      .concurrently(),
    check("submissions_state", isOneOf(table.state, submissionStates)),
    check("submissions_accepted", sql`(${table.acceptedAt} is not null) = (${table.state} = 'accepted')`),
  ],
);

/** Rounds are kept, unless withdrawn before a critique. */
export const submissionTurns = pgTable(
  "submission_turns",
  {
    id: uuid().primaryKey(),
    submissionId: refersTo(submissions.id),
    number: integer().notNull(),
    note: text().notNull(),
    handedInAt: timestamp({ withTimezone: true }).notNull(),
    promisedBy: timestamp({ withTimezone: true }).notNull(),
    /** When the instructor was notified of the overdue critique. */
    overdueToldAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("submission_turns_once").on(table.submissionId, table.number),
    index("submission_turns_told")
      .on(table.overdueToldAt)
      .where(sql`${table.overdueToldAt} is not null`)
      .concurrently(),
  ],
);

/** Files are in `submissions/<id>/`. No foreign keys to people and lessons: rows stay until the files are gone. */
export const submissionPictures = pgTable(
  "submission_pictures",
  {
    id: uuid().primaryKey(),
    studentId: uuid().notNull(),
    classId: uuid().notNull(),
    lessonId: uuid().notNull(),
    turnId: uuid().references(() => submissionTurns.id),
    position: integer().notNull().default(0),
    state: text({ enum: pictureStates }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** Of the uploaded bytes, so that an upload whose response was lost is not stored twice. */
    hash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pixels. */
    widths: integer().array().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("submission_pictures_by_turn").on(table.turnId, table.position),
    index("submission_pictures_by_student").on(table.studentId).concurrently(),
    index("submission_pictures_waiting")
      .on(table.studentId, table.createdAt)
      .where(sql`${table.turnId} is null`),
    index("submission_pictures_never_handed_in")
      .on(table.createdAt)
      .where(sql`${table.turnId} is null`)
      .concurrently(),
    index("submission_pictures_unfinished")
      .on(table.changedAt)
      .where(sql`${table.state} <> 'stored'`),
    check("submission_pictures_state", isOneOf(table.state, pictureStates)),
  ],
);

export interface Pin {
  readonly pictureId: string;
  /** Shares of the picture's width and height, 0 to 1. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export const critiques = pgTable(
  "critiques",
  {
    id: uuid().primaryKey(),
    turnId: refersTo(submissionTurns.id),
    instructorId: refersTo(users.id),
    text: text().notNull(),
    pins: jsonb().$type<readonly Pin[]>().notNull(),
    verdict: text({ enum: verdicts }).notNull(),
    /** By a moderator; the student sees a notice. */
    hiddenAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("critiques_once").on(table.turnId),
    index("critiques_by_instructor").on(table.instructorId).concurrently(),
    check("critiques_verdict", isOneOf(table.verdict, verdicts)),
  ],
);

export const critiquePromises = pgTable(
  "critique_promises",
  {
    instructorId: refersTo(users.id).primaryKey(),
    days: integer().notNull(),
  },
  (table) => [check("critique_promises_days", sql`${table.days} between 1 and 30`)],
);

/** For classes that deviate from the instructor's default. */
export const classPromises = pgTable(
  "class_promises",
  {
    classId: refersTo(classes.id).primaryKey(),
    days: integer().notNull(),
  },
  (table) => [check("class_promises_days", sql`${table.days} between 1 and 30`)],
);
