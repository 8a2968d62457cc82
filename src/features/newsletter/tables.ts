import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.ts";
import { subscriptionStates } from "./state.ts";

/** Who gets the newsletter, wants to, or wants no more. */
export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** In lower case, as every e-mail. */
    email: text().notNull(),
    state: text({ enum: subscriptionStates }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When a link to confirm was mailed last. */
    mailedAt: timestamp({ withTimezone: true }),
    /** When it was confirmed last. */
    confirmedAt: timestamp({ withTimezone: true }),
    /** When it was ended last. */
    unsubscribedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("newsletter_subscriptions_email").on(table.email),
    check("newsletter_subscriptions_state", sql`${table.state} in ('pending', 'confirmed', 'unsubscribed')`),
    check("newsletter_subscriptions_email_lower", sql`${table.email} = lower(${table.email})`),
    check(
      "newsletter_subscriptions_times",
      sql`(${table.state} <> 'confirmed' or ${table.confirmedAt} is not null) and (${table.state} <> 'unsubscribed' or ${table.unsubscribedAt} is not null)`,
    ),
  ],
);

/**
 * The links in newsletter mails. Every mail has its own: of a token only the hash is kept, and the link in an old mail
 * must still end the subscription when a newer mail has gone out.
 */
export const newsletterLinks = pgTable(
  "newsletter_links",
  {
    /** SHA-256 of the token, in base64url. */
    tokenHash: text().primaryKey(),
    subscriptionId: uuid()
      .notNull()
      .references(() => newsletterSubscriptions.id),
    purpose: text({ enum: ["confirm", "unsubscribe"] }).notNull(),
    /** Empty: for ever. */
    validUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("newsletter_links_by_subscription").on(table.subscriptionId),
    check("newsletter_links_purpose", sql`${table.purpose} in ('confirm', 'unsubscribe')`),
  ],
);

/** A class as a newsletter tells of it, as it was when the newsletter was released. */
export interface IssueClass {
  readonly id: string;
  readonly name: string;
  readonly instructorName: string;
  readonly level: string;
  readonly priceCents: number;
}

/** The newsletters that were released. */
export const newsletterIssues = pgTable(
  "newsletter_issues",
  {
    id: uuid().primaryKey(),
    /** Counted from 1; of two that are released at once, one finds its number taken. */
    number: integer().notNull(),
    subject: text().notNull(),
    classes: jsonb().$type<readonly IssueClass[]>().notNull(),
    /** How many more classes are new than are told of. */
    moreClasses: integer().notNull(),
    /** It tells of classes approved up to then. */
    newsUntil: timestamp({ withTimezone: true }).notNull(),
    releasedAt: timestamp({ withTimezone: true }).notNull(),
    /** Empty when it went out by itself. */
    releasedBy: uuid().references(() => users.id),
    /** When nothing was left to be sent. */
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [uniqueIndex("newsletter_issues_number").on(table.number)],
);

/** Who was written to for an issue: made with the mail in the outbox, so that nobody gets an issue twice. */
export const newsletterDeliveries = pgTable(
  "newsletter_deliveries",
  {
    issueId: uuid()
      .notNull()
      .references(() => newsletterIssues.id),
    subscriptionId: uuid().notNull(),
    /** In the outbox until the relay has taken it. */
    mailId: uuid().notNull(),
    /** When it was taken back, since the subscription ended before it was sent. */
    withdrawnAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.subscriptionId] }),
    // The name that it would get otherwise is longer than PostgreSQL's.
    foreignKey({
      name: "newsletter_deliveries_subscription",
      columns: [table.subscriptionId],
      foreignColumns: [newsletterSubscriptions.id],
    }),
    index("newsletter_deliveries_by_subscription").on(table.subscriptionId),
  ],
);
