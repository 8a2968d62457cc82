import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgSchema, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";

/** The product never reads this schema. better-auth defines the column names. */
export const identitySchema = pgSchema("identity");

const moment = () => timestamp({ withTimezone: true });

export const users = identitySchema.table(
  "users",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    /** The first day as an adult. Null without an answer. */
    adultOn: date(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (user) => [check("users_email_lower", sql`${user.email} = lower(${user.email})`)],
);

export const sessions = identitySchema.table(
  "sessions",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: moment().notNull(),
    /** Required by better-auth, never stored (`auth.ts`). */
    ipAddress: text(),
    userAgent: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (session) => [index("sessions_user").on(session.userId), index("sessions_expires").on(session.expiresAt)],
);

export const accounts = identitySchema.table(
  "accounts",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    providerId: text().notNull(),
    accountId: text().notNull(),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (account) => [
    unique("accounts_provider_account").on(account.providerId, account.accountId),
    index("accounts_user").on(account.userId),
  ],
);

/** Identifiers are hashed: read access to this table yields no usable token. */
export const verifications = identitySchema.table(
  "verifications",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (verification) => [
    index("verifications_identifier").on(verification.identifier),
    index("verifications_expires").on(verification.expiresAt),
  ],
);

/** One per person; the email changes when both mailboxes have confirmed. */
export const emailChanges = identitySchema.table(
  "email_changes",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text().notNull(),
    newTokenHash: text().notNull().unique(),
    oldTokenHash: text().notNull().unique(),
    confirmedByNewAt: moment(),
    confirmedByOldAt: moment(),
    expiresAt: moment().notNull(),
  },
  (change) => [
    index("email_changes_expires").on(change.expiresAt),
    check("email_changes_email_lower", sql`${change.email} = lower(${change.email})`),
  ],
);

/** Private keys are encrypted with a secret outside the database. */
export const signingKeys = identitySchema.table("signing_keys", {
  id: uuid().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  alg: text(),
  crv: text(),
  /** An HMAC that identifies the sealing secret without revealing it. */
  sealedWith: text().notNull().default(""),
  createdAt: moment().notNull(),
  /** Signing ends; publication continues for a while. */
  expiresAt: moment().notNull(),
});

/** The key is an HMAC: the table stores no IP address and no email. */
