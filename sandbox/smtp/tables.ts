import { customType, index, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const mailboxSchema = pgSchema("sandbox_mailbox");

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** Mails that the local mailbox took, as they came over the wire. */
export const messages = mailboxSchema.table(
  "messages",
  {
    /** Sorts by the time of arrival. */
    id: uuid().primaryKey(),
    /** The addresses that the sender named to the server, in lower case. */
    recipients: text().array().notNull(),
    subject: text().notNull(),
    raw: bytes().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (message) => [index("messages_recipients").using("gin", message.recipients)],
);
