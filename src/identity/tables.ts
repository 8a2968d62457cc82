import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgSchema, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";

/**
 * What the identity provider keeps, in a schema of its own: the product never reads it. The columns are those that
 * better-auth names; they have its names, so that its documentation fits.
 */
export const identitySchema = pgSchema("identity");

const moment = () => timestamp({ withTimezone: true });

export const users = identitySchema.table(
  "users",
  {
    /** The subject of identity tokens. */
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
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
    /** These two are not kept (`auth.ts`); better-auth asks for the columns. */
    ipAddress: text(),
    userAgent: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (session) => [index("sessions_user").on(session.userId), index("sessions_expires").on(session.expiresAt)],
);

/** The ways in which a person signs in: a password ("credential") or Google. */
export const accounts = identitySchema.table(
  "accounts",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    providerId: text().notNull(),
    /** Who the person is at that provider; for "credential" the user's own id. */
    accountId: text().notNull(),
    /** An scrypt hash. */
    password: text(),
    /** Google's tokens are not kept (`auth.ts`); better-auth asks for the columns. */
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

/** Reset tokens and Google sign-ins under way. The identifier is a hash: who reads this table cannot use it. */
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

/** The keys that sign identity tokens. Private halves are sealed with a secret that the database does not hold. */
export const signingKeys = identitySchema.table("signing_keys", {
  id: uuid().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  alg: text(),
  crv: text(),
  /** Tells which secret opens the private half, without telling the secret. */
  sealedWith: text().notNull().default(""),
  createdAt: moment().notNull(),
  /** Signs no longer than this; is published a while longer. */
  expiresAt: moment().notNull(),
});

/** Calls counted for rate limits. The key is a keyed hash: no address and no email is stored. */
export const callCounts = identitySchema.table(
  "call_counts",
  {
    key: text().primaryKey(),
    calls: integer().notNull(),
    resetsAt: moment().notNull(),
  },
  (count) => [index("call_counts_resets").on(count.resetsAt)],
);
