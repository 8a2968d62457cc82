import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import { callFaultKinds, type FaultTarget, webhookFaultKinds } from "./fault-kinds.ts";
import { faults } from "./tables.ts";

export type Fault = typeof faults.$inferSelect;

export type CallTarget = Exclude<FaultTarget, "any" | "webhook">;

export const takeCallFault = (db: Database, target: CallTarget): Promise<Fault | undefined> =>
  take(db, and(inArray(faults.target, [target, "any"]), inArray(faults.kind, callFaultKinds)));

export const takeWebhookFault = (db: Database): Promise<Fault | undefined> =>
  take(db, and(eq(faults.target, "webhook"), inArray(faults.kind, webhookFaultKinds)));

async function take(db: Database, fitting: ReturnType<typeof and>): Promise<Fault | undefined> {
  const oldest = db
    .select({ id: faults.id })
    .from(faults)
    .where(and(gt(faults.remaining, 0), fitting))
    .orderBy(asc(faults.id))
    .limit(1)
    .for("update");
  const [fault] = await db
    .update(faults)
    .set({ remaining: sql`${faults.remaining} - 1` })
    .where(inArray(faults.id, oldest))
    .returning();
  return fault;
}

export const listFaults = (db: Database): Promise<Fault[]> =>
  db.select().from(faults).where(gt(faults.remaining, 0)).orderBy(asc(faults.id));

export const clearFaults = (db: Database) => db.delete(faults);
