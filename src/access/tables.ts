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
import { isOneOf } from "../platform/one-of.ts";
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
    /** When the token was issued by which the email last changed: an older token does not bring the old one back. */
    emailChangedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Without a row in `guardians`, whether the person is an adult or has told no age. */
    isAgeKnown: boolean().notNull().default(true),
    /** A suspended account gets no access tokens, and its classes are hidden. */
    suspendedAt: timestamp({ withTimezone: true }),
    /** What is left of a deleted account holds no name, no email and no sign-in. */
    deletedAt: timestamp({ withTimezone: true }),
  },
  (user) => [
    uniqueIndex("users_email").on(user.email),
    uniqueIndex("users_identity").on(user.identityIssuer, user.identitySubject),
    index("users_by_role").on(user.role, user.id),
    index("users_suspended")
      .on(user.id)
      .where(sql`${user.suspendedAt} is not null`),
    index("users_by_words").using("gin", sql`lower(${user.name} || ' ' || ${user.email}) gin_trgm_ops`),
    check("users_role", isOneOf(user.role, roles)),
    check("users_email_lower", sql`${user.email} = lower(${user.email})`),
  ],
);

/** As searched, in lower case; has a trigram index. */
export const nameAndEmail = sql`lower(${users.name} || ' ' || ${users.email})`;

/** Whatever goes to people goes only to those. */
export const hasAccount = isNull(users.deletedAt);

/**
 * Sessions of the identity provider that have ended, by its own trigger on the sessions that it deletes. Tokens name
 * their session, and are worth nothing once it is here.
 */
export const endedSessions = pgTable("ended_sessions", {
  /** `sid` of its tokens. */
  sessionId: text().primaryKey(),
  endedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** A row for each person who was a minor when they told their age. */
export const guardians = pgTable("guardians", {
  personId: uuid()
    .primaryKey()
    .references(() => users.id),
  /** Lower case. */
  email: text().notNull(),
  /** The first day on which the person needs no consent. */
  adultOn: date().notNull(),
  askedAt: timestamp({ withTimezone: true }).notNull(),
  consentedAt: timestamp({ withTimezone: true }),
  withdrawnAt: timestamp({ withTimezone: true }),
});

/** Neither of the two sees the other's drawings and comments. */
export const blocks = pgTable(
  "blocks",
  {
    blockerId: uuid()
      .notNull()
      .references(() => users.id),
    blockedId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index("blocks_by_blocked").on(table.blockedId),
    check("blocks_others", sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);
