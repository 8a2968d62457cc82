import { type SQL, and, eq, gt, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { dayOf } from "../../../platform/age.ts";
import type { Database } from "../../../platform/database.ts";
import { type Consent, consentOf } from "./state.ts";
import { guardians, users } from "../../../access/tables.ts";

/** A missing person counts as one of unknown age. */
export async function findConsent(
  db: Database,
  { clock }: Pick<AppContext, "clock">,
  personId: string,
): Promise<Consent> {
  const [found] = await db
    .select({ isAgeKnown: users.isAgeKnown, guardian: guardians })
    .from(users)
    .leftJoin(guardians, eq(guardians.personId, users.id))
    .where(eq(users.id, personId));
  return consentOf(found?.isAgeKnown ?? false, found?.guardian ?? undefined, dayOf(clock.now()));
}

/** `mayAppear(consentOf(…))` in SQL, on the joined user. */
export const mayAppearOn = (now: Date): SQL => sql`(${users.isAgeKnown} and not exists (
  select from ${guardians}
  where ${guardians.personId} = ${users.id} and ${guardians.adultOn} > ${dayOf(now)}
    and (${guardians.consentedAt} is null or ${guardians.withdrawnAt} is not null)
))`;

/** `consentOf(…)` is "not-needed", in SQL, on the joined user. */
export const isAdultOn = (now: Date): SQL<boolean> => sql<boolean>`(${users.isAgeKnown} and not exists (
  select from ${guardians}
  where ${guardians.personId} = ${users.id} and ${guardians.adultOn} > ${dayOf(now)}
))`;

/** Undefined for an adult, even one who was a minor at sign-up, and for an unknown age. */
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

/** Instructors and admins must be adults, because their names are public. */
export const isAdult = async (
  db: Database,
  context: Pick<AppContext, "clock">,
  personId: string,
): Promise<boolean> => (await findConsent(db, context, personId)) === "not-needed";
