import { and, eq, gt } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { dayOf } from "../../platform/age.ts";
import type { Database } from "../../platform/database.ts";
import { guardianStateOf } from "./guardian-state.ts";
import { guardians } from "./tables.ts";

export type GuardianConsent = "not-needed" | "given" | "missing";

/** Whether a minor's guardian agrees to the gallery and to a public name. Adults need no one's consent. */
export async function findGuardianConsent(
  db: Database,
  context: Pick<AppContext, "clock">,
  personId: string,
): Promise<GuardianConsent> {
  const guardian = await findGuardian(db, context, personId);
  if (!guardian) return "not-needed";
  return guardianStateOf(guardian) === "given" ? "given" : "missing";
}

/** Undefined for an adult, also for one who was a minor at sign-up. */
export async function findGuardian(
  db: Database,
  { clock }: Pick<AppContext, "clock">,
  personId: string,
): Promise<typeof guardians.$inferSelect | undefined> {
  const [guardian] = await db
    .select()
    .from(guardians)
    .where(and(eq(guardians.personId, personId), gt(guardians.adultOn, dayOf(clock.now()))));
  return guardian;
}

export const isMinor = async (
  db: Database,
  context: Pick<AppContext, "clock">,
  personId: string,
): Promise<boolean> => (await findGuardian(db, context, personId)) !== undefined;
