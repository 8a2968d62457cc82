import { and, eq, gt } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { dayOf } from "../../../platform/age.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { personChanged } from "../../../access/events.ts";
import { guardianProblems as problems } from "./contract.ts";
import { consentGivenMail, guardianAnsweredMail } from "./mails.ts";
import { type GuardianDecision, type GuardianState, decided, guardianStateOf } from "./state.ts";
import { guardians, users } from "../../../access/tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "emit" | "guardianLinks" | "settings">;

/** Throws link-expired. */
export async function readGuardianRequest(context: Context, token: string) {
  const { guardian, minor } = await findRequest(context, context.db, token);
  return { minor, state: guardianStateOf(guardian), since: sinceOf(guardian) };
}

/** The same decision again changes nothing and mails nobody. Throws link-expired. */
export async function decideAsGuardian(
  context: Context,
  token: string,
  decision: GuardianDecision,
): Promise<GuardianState> {
  const { clock, db, settings } = context;
  return db.transaction(async (tx) => {
    const { guardian, minor } = await findRequest(context, tx, token, { locks: true });
    const before = guardianStateOf(guardian);
    const state = decided(before, decision);
    if (state === before || state === "asked") return before;
    const now = clock.now();
    const moments = state === "given" ? { consentedAt: now, withdrawnAt: null } : { withdrawnAt: now };
    await tx.update(guardians).set(moments).where(eq(guardians.personId, guardian.personId));
    await enqueueMail(tx, clock, guardianAnsweredMail(settings.origin, minor.email, state));
    if (state === "given")
      await enqueueMail(tx, clock, consentGivenMail(settings.origin, { to: guardian.email, minor, token }));
    await context.emit(tx, personChanged, { personId: guardian.personId });
    return state;
  });
}

export const sinceOf = ({
  askedAt,
  consentedAt,
  withdrawnAt,
}: Pick<typeof guardians.$inferSelect, "askedAt" | "consentedAt" | "withdrawnAt">): Date =>
  withdrawnAt ?? consentedAt ?? askedAt;

async function findRequest(
  { clock, guardianLinks }: Context,
  db: Database | Transaction,
  token: string,
  { locks = false } = {},
) {
  const link = guardianLinks.read(token);
  if (!link) throw new Problem(problems.linkUnknown);
  const query = db
    .select({ guardian: guardians, minor: { id: users.id, name: users.name, email: users.email } })
    .from(guardians)
    .innerJoin(users, eq(users.id, guardians.personId))
    .where(and(eq(guardians.personId, link.personId), gt(guardians.adultOn, dayOf(clock.now()))));
  const [found] = await (locks ? query.for("update", { of: guardians }) : query);
  if (!found || !link.isGenuine(found.guardian.email)) throw new Problem(problems.linkUnknown);
  return found;
}
