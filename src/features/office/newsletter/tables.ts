import { sql } from "drizzle-orm";
import {
  boolean,
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
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import type { LessonStatus } from "../../school/classes/lesson-status.ts";

/** pending ─▶ confirmed by the mailed link (double opt-in); both ─▶ unsubscribed, and a new subscription ─▶ pending. */
const subscriptionStates = ["pending", "confirmed", "unsubscribed"] as const;

export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    state: text({ enum: subscriptionStates }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    mailedAt: timestamp({ withTimezone: true }),
    confirmedAt: timestamp({ withTimezone: true }),
    unsubscribedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("newsletter_subscriptions_email").on(table.email),
    index("newsletter_subscriptions_pending")
      .on(table.mailedAt)
      .where(sql`${table.state} = 'pending'`)
      .concurrently(),
    check("newsletter_subscriptions_state", isOneOf(table.state, subscriptionStates)),
    check("newsletter_subscriptions_email_lower", sql`${table.email} = lower(${table.email})`),
    check(
      "newsletter_subscriptions_times",
      sql`(${table.state} <> 'confirmed' or ${table.confirmedAt} is not null) and (${table.state} <> 'unsubscribed' or ${table.unsubscribedAt} is not null)`,
    ),
  ],
);

const linkPurposes = ["confirm", "unsubscribe"] as const;

/** One token per mail: only hashes are stored, and an old mail's link must keep working. */
export const newsletterLinks = pgTable(
  "newsletter_links",
  {
    /** SHA-256, base64url. */
    tokenHash: text().primaryKey(),
    subscriptionId: refersTo(newsletterSubscriptions.id),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** Null: never expires. */
    validUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("newsletter_links_by_subscription").on(table.subscriptionId),
    check("newsletter_links_purpose", isOneOf(table.purpose, linkPurposes)),
  ],
);

export interface IssueClass {
  readonly id: string;
  readonly name: string;
  readonly instructorName: string;
  /** Issues of earlier versions have none. */
  readonly instructorId?: string;
  readonly level: string;
  readonly priceCents: number;
  readonly lessonStatus?: LessonStatus;
}

export const newsletterIssues = pgTable(
  "newsletter_issues",
  {
    id: uuid().primaryKey(),
    number: integer().notNull(),
    subject: text().notNull(),
    classes: jsonb().$type<readonly IssueClass[]>().notNull(),
    moreClasses: integer().notNull(),
    /** Covers classes approved up to this time. */
    newsUntil: timestamp({ withTimezone: true }).notNull(),
    releasedAt: timestamp({ withTimezone: true }).notNull(),
    releasedBy: uuid().references(() => users.id),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [uniqueIndex("newsletter_issues_number").on(table.number)],
);

/** Inserted with the mail in one transaction, so that nobody gets an issue twice. */
export const newsletterDeliveries = pgTable(
  "newsletter_deliveries",
  {
    issueId: refersTo(newsletterIssues.id),
    subscriptionId: uuid().notNull(),
    mailId: uuid().notNull(),
    withdrawnAt: timestamp({ withTimezone: true }),
    /** Set once the outbox has forgotten the failed mail. */
    hasFailed: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.subscriptionId] }),
    // The generated name exceeds PostgreSQL's limit of 63 bytes.
    foreignKey({
      name: "newsletter_deliveries_subscription",
      columns: [table.subscriptionId],
      foreignColumns: [newsletterSubscriptions.id],
    }),
    index("newsletter_deliveries_by_subscription").on(table.subscriptionId),
    index("newsletter_deliveries_by_mail").on(table.mailId).concurrently(),
  ],
);
