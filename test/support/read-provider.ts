import { paymentIntents, refunds } from "../../sandbox/stripe/tables.ts";
import type { Database } from "../../src/platform/database.ts";

/** All that a sandbox of Stripe has recorded in its database. */
export const readProvider = async (db: Database) => ({
  intents: await db.select().from(paymentIntents),
  refunds: await db.select().from(refunds),
});
