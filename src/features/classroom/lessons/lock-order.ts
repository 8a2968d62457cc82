import { eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { curricula } from "../../school/classes/tables.ts";

/** Serializes changes of sections and lessons. Returns the order's version. */
export async function lockOrder(tx: Transaction, curriculumId: string): Promise<number> {
  const [locked] = await tx
    .select({ orderVersion: curricula.orderVersion })
    .from(curricula)
    .where(eq(curricula.id, curriculumId))
    .for("no key update");
  if (!locked) throw new Error(`there is no curriculum ${curriculumId}`);
  return locked.orderVersion;
}
