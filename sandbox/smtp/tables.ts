import { customType, index, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const mailboxSchema = pgSchema("sandbox_mailbox");

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

export const messages = mailboxSchema.table(
  "messages",
  {
    /** UUIDv7: sorts by arrival. */
    id: uuid().primaryKey(),
    /** From the SMTP envelope, in lower case. */
    recipients: text().array().notNull(),
    subject: text().notNull(),
    raw: bytes().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (message) => [index("messages_recipients").using("gin", message.recipients)],
);
