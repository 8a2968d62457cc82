import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isOneOf } from "../../platform/one-of.ts";
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
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** A suspended account gets no access tokens, and its classes are hidden. */
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
    check("users_role", isOneOf(user.role, roles)),
    check("users_email_lower", sql`${user.email} = lower(${user.email})`),
  ],
);
