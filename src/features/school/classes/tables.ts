import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Cents } from "../../../platform/money.ts";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { levels, maxTopics } from "./policy.ts";
import { classStatuses, topics } from "./state.ts";

/** A repeated class shares it: `lessons` belong to it. */
export const curricula = pgTable("curricula", {
  id: uuid().primaryKey(),
  /** Incremented with each change of the order; detects concurrent ones. */
  orderVersion: integer().notNull().default(1),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});

export const classes = pgTable(
  "classes",
  {
    id: uuid().primaryKey(),
    instructorId: refersTo(users.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    outcomes: text().array().notNull().default([]),
    topics: text({ enum: topics }).array().notNull().default([]),
    searchText: text().notNull(),
    level: text({ enum: levels }).notNull().default("beginner"),
    priceCents: integer().$type<Cents>().notNull(),
    /** One statement lowers this and raises `enrolledStudents`. */
    availableSeats: integer().notNull(),
    enrolledStudents: integer().notNull().default(0),
    image: text().notNull(),
    tools: text().notNull().default(""),
    curriculumId: refersTo(curricula.id),
    /** Of the form that added it. */
    idempotencyKey: text(),
    /** Null: self-paced. */
    startsOn: date(),
    /** IANA time zone of `startsOn` and of the sections' opening times. */
    timeZone: text(),
    status: text({ enum: classStatuses }).notNull().default("pending"),
    feedback: text(),
    /** Incremented by edits, decisions and hand-overs, not by enrollments; detects concurrent edits. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Ignores enrollments. */
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: uuid().references(() => users.id),
    editedAt: timestamp({ withTimezone: true }),
    editedBy: uuid(),
    /** When the denied class was submitted again, as `sentAgainAs`. */
    archivedAt: timestamp({ withTimezone: true }),
    sentAgainAs: uuid().references((): AnyPgColumn => classes.id),
  },
  (table) => [
    index("classes_by_instructor").on(table.instructorId, table.id),
    index("classes_by_status").on(table.status, table.id),
    index("classes_popular").on(table.status, table.enrolledStudents, table.id),
    index("classes_by_price").on(table.status, table.priceCents, table.id),
    index("classes_by_curriculum").on(table.curriculumId),
    index("classes_decided")
      .on(table.decidedAt)
      .where(sql`${table.status} = 'approved'`),
    index("classes_cohorts")
      .on(table.startsOn)
      .where(sql`${table.startsOn} is not null`),
    check("classes_cohort", sql`(${table.startsOn} is null) = (${table.timeZone} is null)`),
    uniqueIndex("classes_sent_again_as").on(table.sentAgainAs),
    index("classes_by_words").using("gin", sql`${table.searchText} gin_trgm_ops`),
    check("classes_level", isOneOf(table.level, levels)),
    check("classes_status", isOneOf(table.status, classStatuses)),
    check(
      "classes_topics",
      sql`${table.topics} <@ array[${sql.raw(topics.map((topic) => `'${topic}'`).join(", "))}] and cardinality(${table.topics}) <= ${sql.raw(String(maxTopics))}`,
    ),
    check("classes_price", sql`${table.priceCents} >= 50`),
    check("classes_seats", sql`${table.availableSeats} >= 0`),
    check("classes_enrolled", sql`${table.enrolledStudents} >= 0`),
    check("classes_decided", sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
    check(
      "classes_archived",
      sql`(${table.archivedAt} is null) = (${table.sentAgainAs} is null) and (${table.archivedAt} is null or ${table.status} = 'denied')`,
    ),
  ],
);

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** KB. Each search reads this list to its end: with PostgreSQL's 4 MB that took most of its time. */
const shortPendingList = { gin_pending_list_limit: 128 };

/** Maintained by a trigger of `classes`, so that no writer forgets it and no enrollment rewrites it. */
export const classSearch = pgTable(
  "class_search",
  {
    classId: refersTo(classes.id, "cascade").primaryKey(),
    /** Words of the class's and the instructor's name, as written and stemmed. */
    names: tsvector().notNull(),
    /** Also level, topics, outcomes, description and tools. */
    words: tsvector().notNull(),
    /** The class's, so that sorting what was found reads no class. A trigger copies it. */
    enrolledStudents: integer().notNull().default(0),
  },
  (table) => [
    index("class_search_names").using("gin", table.names).with(shortPendingList),
    index("class_search_words").using("gin", table.words).with(shortPendingList),
  ],
);

/** All words in use, for corrections. Its size follows the language, not the catalog. */
export const vocabulary = pgTable("vocabulary", { word: text().primaryKey() }, (table) => [
  index("vocabulary_alike").using("gin", sql`${table.word} gin_trgm_ops`),
]);
