import type { AdapterPayload } from "oidc-provider";
import { index, jsonb, pgSchema, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const googleSchema = pgSchema("sandbox_google");

export const googleAccounts = googleSchema.table("accounts", {
  subject: text().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  picture: text().notNull(),
});

export const googleRecords = googleSchema.table(
  "records",
  {
    kind: text().notNull(),
    id: text().notNull(),
    payload: jsonb().$type<AdapterPayload>().notNull(),
    grantId: text(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (record) => [
    primaryKey({ columns: [record.kind, record.id] }),
    index("records_grant").on(record.grantId),
    index("records_expires").on(record.expiresAt),
  ],
);
