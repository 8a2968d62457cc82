import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { dayOf } from "../../../platform/age.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { personChanged } from "../../../access/events.ts";
import { isAdult } from "../guardians/consent.ts";
import type { Person } from "../../../access/queries.ts";
import { guardians, users } from "../../../access/tables.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { problems } from "./contract.ts";
import { lockUser } from "./lock-user.ts";
import { ageConfirmedMail } from "./mails.ts";

/** Makes an adult of a person who told another age, or none. Throws user-not-found, is-an-adult, not-admin-any-more. */
export async function confirmAge(
  context: Pick<AppContext, "clock" | "db" | "emit" | "settings">,
  admin: Person,
  id: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (await isAdult(tx, context, id)) throw new Problem(problems.isAdult);
    const today = dayOf(clock.now());
    await tx.update(users).set({ isAgeKnown: true }).where(eq(users.id, id));
    const [guardian] = await tx
      .update(guardians)
      .set({ adultOn: today })
      .where(eq(guardians.personId, id))
      .returning({ personId: guardians.personId });
    await recordDecision(tx, clock, {
      kind: "age-confirmed",
      by: admin,
      about: user,
      before: guardian ? "under 18" : null,
      after: "18 or older",
    });
    await enqueueMail(tx, clock, ageConfirmedMail(settings.origin, user));
    await context.emit(tx, personChanged, { personId: id });
  });
}
