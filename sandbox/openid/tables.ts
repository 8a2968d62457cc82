import type { AdapterPayload } from "oidc-provider";
import { index, jsonb, pgSchema, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const googleSchema = pgSchema("sandbox_google");

/** The people who signed in at the local Google, with what they typed. */
export const googleAccounts = googleSchema.table("accounts", {
  /** Made from the email, so that the same address is always the same person. */
  subject: text().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  picture: text().notNull(),
});

/** Sign-ins under way and tokens given, as oidc-provider wants them kept. */
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
