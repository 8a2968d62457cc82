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
import { isOneOf } from "../../../platform/one-of.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessons } from "../../classroom/lessons/tables.ts";
import { pictureStates } from "../../school/pictures/policy.ts";
import { submissionStates, verdicts } from "./policy.ts";

/** A student's work on an exercise of a class. Kept when an enrollment ends. */
export const submissions = pgTable(
  "submissions",
  {
    id: uuid().primaryKey(),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    lessonId: uuid()
      .notNull()
      .references(() => lessons.id),
    studentId: uuid()
      .notNull()
      .references(() => users.id),
    state: text({ enum: submissionStates }).notNull(),
    acceptedAt: timestamp({ withTimezone: true }),
    /** When the student chose to show the latest turn to the class; null: only the teacher sees it. */
    sharedAt: timestamp({ withTimezone: true }),
    /** When the student chose to show the first round and the accepted one on the public page of the class. */
    publicAt: timestamp({ withTimezone: true }),
    /** By a moderator or by reports: nobody but its student, the teacher and admins sees it. */
    hiddenAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the student was first found without a seat in the class; their drawings go some time later. */
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
    check("submissions_state", isOneOf(table.state, submissionStates)),
    check("submissions_accepted", sql`(${table.acceptedAt} is not null) = (${table.state} = 'accepted')`),
  ],
);

/** Every round stays, but one that is taken back before it has a critique. */
export const submissionTurns = pgTable(
  "submission_turns",
  {
    id: uuid().primaryKey(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id),
    number: integer().notNull(),
    note: text().notNull(),
    handedInAt: timestamp({ withTimezone: true }).notNull(),
    /** The critique is promised by then. */
    promisedBy: timestamp({ withTimezone: true }).notNull(),
    /** When its instructor was told that the promise is broken. */
    overdueToldAt: timestamp({ withTimezone: true }),
  },
  (table) => [uniqueIndex("submission_turns_once").on(table.submissionId, table.number)],
);

/**
 * Files lie under `submissions/<id>/`, and each request for one is checked. Without foreign keys to people and lessons:
 * the row outlives them until its files are gone.
 */
export const submissionPictures = pgTable(
  "submission_pictures",
  {
    id: uuid().primaryKey(),
    studentId: uuid().notNull(),
    /** The exercise that it was uploaded for. */
    classId: uuid().notNull(),
    lessonId: uuid().notNull(),
    /** Null until it is handed in. */
    turnId: uuid().references(() => submissionTurns.id),
    position: integer().notNull().default(0),
    state: text({ enum: pictureStates }).notNull(),
    /** Last change of `state`. */
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** Of the uploaded bytes, so that an upload whose answer was lost is not stored twice. */
    hash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pixels. */
    widths: integer().array().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("submission_pictures_by_turn").on(table.turnId, table.position),
    index("submission_pictures_waiting")
      .on(table.studentId, table.createdAt)
      .where(sql`${table.turnId} is null`),
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
    turnId: uuid()
      .notNull()
      .references(() => submissionTurns.id),
    instructorId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    pins: jsonb().$type<readonly Pin[]>().notNull(),
    verdict: text({ enum: verdicts }).notNull(),
    /** By a moderator: its student then reads that the school took it down. */
    hiddenAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("critiques_once").on(table.turnId),
    check("critiques_verdict", isOneOf(table.verdict, verdicts)),
  ],
);

/** In how many days an instructor promises a critique. */
export const critiquePromises = pgTable(
  "critique_promises",
  {
    instructorId: uuid()
      .primaryKey()
      .references(() => users.id),
    days: integer().notNull(),
  },
  (table) => [check("critique_promises_days", sql`${table.days} between 1 and 30`)],
);

/** For a class with days of its own. */
export const classPromises = pgTable(
  "class_promises",
  {
    classId: uuid()
      .primaryKey()
      .references(() => classes.id),
    days: integer().notNull(),
  },
  (table) => [check("class_promises_days", sql`${table.days} between 1 and 30`)],
);
