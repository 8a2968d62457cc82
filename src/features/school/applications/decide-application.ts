import { eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { applicationDeclinedMail } from "./mails.ts";
import { teachingApplications } from "../users/tables.ts";
import { setRole } from "../users/change-role.ts";
import { problems } from "./contract.ts";
import { type UserRow, lockUser } from "../users/lock-user.ts";

/** Throws application-not-found, application-decided-already, not-admin-any-more. */
export async function acceptApplication(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  note: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { applicant } = await lockApplication(tx, admin, id);
    await setRole(tx, context, admin, applicant, "instructor", note);
  });
}

/** Throws the same errors as `acceptApplication`. */
export async function declineApplication(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  id: string,
  note: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const { applicant } = await lockApplication(tx, admin, id);
    await tx
      .update(teachingApplications)
      .set({ decision: "declined", decidedAt: clock.now(), decidedBy: admin.id, note: note || null })
      .where(eq(teachingApplications.id, id));
    await recordDecision(tx, clock, {
      kind: "application-declined",
      by: admin,
      about: applicant,
      before: null,
      after: note || null,
    });
    await enqueueMail(tx, clock, applicationDeclinedMail(settings.origin, applicant, note, clock.now()));
  });
}

/** Locks the applicant, so that decisions about one user run one after another. */
async function lockApplication(tx: Transaction, admin: Person, id: string): Promise<{ applicant: UserRow }> {
  const find = () => tx.select().from(teachingApplications).where(eq(teachingApplications.id, id));
  const [application] = await find();
  if (!application) throw new Problem(problems.noSuchApplication);
  const applicant = await lockUser(tx, admin, application.userId);
  const [locked] = await find().for("update");
  if (locked?.decidedAt !== null || applicant.role !== "student")
    throw new Problem(problems.applicationDecided);
  return { applicant };
}
