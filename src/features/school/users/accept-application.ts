import { and, eq, isNull } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { teachingApplications } from "./tables.ts";

interface Acceptance {
  readonly applicant: { readonly id: string };
  /** Undefined on the command line. */
  readonly by?: { readonly id: string };
  readonly note?: string | undefined;
}

/** Returns whether an undecided application existed. */
export async function acceptOpenApplication(
  tx: Transaction,
  clock: Clock,
  { applicant, by, note }: Acceptance,
): Promise<boolean> {
  const accepted = await tx
    .update(teachingApplications)
    .set({ decision: "accepted", decidedAt: clock.now(), decidedBy: by?.id ?? null, note: note || null })
    .where(and(eq(teachingApplications.userId, applicant.id), isNull(teachingApplications.decidedAt)))
    .returning({ id: teachingApplications.id });
  return accepted.length > 0;
}
