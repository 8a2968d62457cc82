import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import { faults } from "./tables.ts";

export const callTargets = ["create", "retrieve", "confirm", "capture", "cancel", "refund"] as const;

export type CallTarget = (typeof callTargets)[number];
export type FaultTarget = CallTarget | "webhook";

export const callFaultKinds = [
  "slow",
  "error-500",
  "cut-before-work",
  "cut-after-work",
  "decline-capture",
  "decline-refund",
  "pending-refund",
] as const;

export const webhookFaultKinds = [
  "webhook-twice",
  "webhook-late",
  "webhook-reversed",
  "webhook-never",
] as const;

export type FaultKind = (typeof callFaultKinds | typeof webhookFaultKinds)[number];

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
