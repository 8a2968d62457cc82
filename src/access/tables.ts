import { isNull, sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { isOneOf, refersTo } from "../platform/drizzle.ts";
import { roles } from "./policy.ts";

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    image: text().notNull(),
    role: text({ enum: roles }).notNull().default("student"),
    /** Empty until the first token of the user. */
    identityIssuer: text(),
    identitySubject: text(),
    /** When the token that last changed the email was issued: an older token must not restore the old email. */
    emailChangedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Without a row in `guardians`: true for an adult, false before an age is given. */
    isAgeKnown: boolean().notNull().default(true),
    /** A suspended account gets no access tokens, and its classes are hidden. */
    suspendedAt: timestamp({ withTimezone: true }),
    /** A deleted account keeps no name, email or sign-in. */
    deletedAt: timestamp({ withTimezone: true }),
  },
  (user) => [
    uniqueIndex("users_email").on(user.email),
    // Subjects outlive a change of the site's own issuer.
    uniqueIndex("users_by_sign_in").on(user.identitySubject, user.identityIssuer).concurrently(),
    index("users_by_role").on(user.role, user.id),
    index("users_suspended")
      .on(user.id)
      .where(sql`${user.suspendedAt} is not null`),
    index("users_by_words").using("gin", sql`lower(${user.name} || ' ' || ${user.email}) gin_trgm_ops`),
    check("users_role", isOneOf(user.role, roles)),
    check("users_email_lower", sql`${user.email} = lower(${user.email})`),
  ],
);

/** As searched, lower case; has a trigram index. */
export const nameAndEmail = sql`lower(${users.name} || ' ' || ${users.email})`;

/** Required wherever something is sent to people. */
export const hasAccount = isNull(users.deletedAt);

/** In parentheses, so that it can stand in any condition or column. */
export const isTeaching = sql<boolean>`(${users.role} = 'instructor' and ${users.suspendedAt} is null)`;

/** Written by a trigger on the identity provider's sessions. A token is invalid once its session is here. */
export const endedSessions = pgTable("ended_sessions", {
  sessionId: text().primaryKey(),
  endedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** One row per person who was a minor when they gave their age. */
export const guardians = pgTable("guardians", {
  personId: refersTo(users.id).primaryKey(),
  email: text().notNull(),
  adultOn: date().notNull(),
  askedAt: timestamp({ withTimezone: true }).notNull(),
  /** Others who refused before this one was named; they get no more mail. */
  refusedEmails: text().array().notNull().default([]),
  consentedAt: timestamp({ withTimezone: true }),
  withdrawnAt: timestamp({ withTimezone: true }),
});

/** Hides each person's drawings and comments from the other. */
export const blocks = pgTable(
  "blocks",
  {
    blockerId: refersTo(users.id),
    blockedId: refersTo(users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index("blocks_by_blocked").on(table.blockedId),
    check("blocks_others", sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);
