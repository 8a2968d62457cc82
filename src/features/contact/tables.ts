import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { subscriptionStates } from "./newsletter-state.ts";

/** What people wrote to support. Stored before it is mailed, so that nothing is lost with a mail. */
export const contactMessages = pgTable("contact_messages", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});

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
