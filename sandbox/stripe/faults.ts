import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import type { FaultTarget } from "./fault-kinds.ts";
import { faults } from "./tables.ts";

export type Fault = typeof faults.$inferSelect;

/** The oldest fault for the target, counted down. */
export async function takeFault(db: Database, target: FaultTarget): Promise<Fault | undefined> {
  const oldest = db
    .select({ id: faults.id })
    .from(faults)
    .where(and(gt(faults.remaining, 0), eq(faults.target, target)))
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
