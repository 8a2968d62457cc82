import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { roles } from "./policy.ts";

/** The people of the product. Credentials are not here: the identity provider keeps those. */
export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** In lower case: the form in which every email is compared. */
    email: text().notNull(),
    image: text().notNull(),
    role: text({ enum: roles }).notNull().default("student"),
    /** Who at which identity provider this is; empty until the person's first token. */
    identityIssuer: text(),
    identitySubject: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Since when the account is suspended: no access token is issued or taken, and its classes are not public. */
    suspendedAt: timestamp({ withTimezone: true }),
  },
  (user) => [
    uniqueIndex("users_email").on(user.email),
    uniqueIndex("users_identity").on(user.identityIssuer, user.identitySubject),
    index("users_by_role").on(user.role, user.id),
    index("users_suspended")
      .on(user.id)
      .where(sql`${user.suspendedAt} is not null`),
    index("users_by_words").using("gin", sql`lower(${user.name} || ' ' || ${user.email}) gin_trgm_ops`),
    check("users_role", sql`${user.role} in ('student', 'instructor', 'admin')`),
    check("users_email_lower", sql`${user.email} = lower(${user.email})`),
  ],
);
