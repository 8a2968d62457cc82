import { and, desc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { findConsent } from "../guardians/consent.ts";
import type { Person } from "../../../access/queries.ts";
import { problems } from "./contract.ts";
import { type ApplicationText, applicationForReviewMail, applicationReceivedMail, asDay } from "./mails.ts";
import { appliesAgainFrom } from "./policy.ts";
import { teachingApplications } from "../users/tables.ts";

const ageUnknown =
  "Teaching on Senga is for adults. Tell us on your account page that you're 18 or older, then apply again.";

/**
 * Replaces an undecided application under the same id; identical input changes nothing and sends no mail. Throws
 * applied-too-soon, application-decided-meanwhile, adults-only (instructors are named publicly).
 */
export async function applyToTeach(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  applicant: Person,
  input: ApplicationText,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const consent = await findConsent(tx, context, applicant.id);
    if (consent === "age-unknown") throw new Problem(problems.adultsOnly, ageUnknown);
    if (consent !== "not-needed") throw new Problem(problems.adultsOnly);
    const { id, outcome } = await storeApplication(tx, applicant, input, context.clock.now());
    if (outcome !== "unchanged") {
      const { origin, supportEmail } = context.settings;
      const isNew = outcome === "new";
      await enqueueMail(tx, context.clock, applicationReceivedMail(origin, applicant, input, isNew));
      await enqueueMail(
        tx,
        context.clock,
        applicationForReviewMail(origin, supportEmail, applicant, input, isNew),
      );
    }
    return id;
  });
}

async function storeApplication(
  tx: Transaction,
  applicant: Person,
  { text, portfolio }: ApplicationText,
  at: Date,
): Promise<{ id: string; outcome: "new" | "changed" | "unchanged" }> {
  const [last] = await tx
    .select()
    .from(teachingApplications)
    .where(eq(teachingApplications.userId, applicant.id))
    .orderBy(desc(teachingApplications.id))
    .limit(1);
  const from = last && appliesAgainFrom(last, at);
  if (from) throw new Problem(problems.tooSoon, `You can apply again from ${asDay(from)}.`);
  const [inserted] = await tx
    .insert(teachingApplications)
    .values({
      id: newId(),
      userId: applicant.id,
      text,
      portfolioUrl: portfolio,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: teachingApplications.id });
  if (inserted) return { id: inserted.id, outcome: "new" };

  const [existing] = await tx
    .select()
    .from(teachingApplications)
    .where(and(eq(teachingApplications.userId, applicant.id), isNull(teachingApplications.decidedAt)))
    .for("update");
  // An admin decided between the two statements.
  if (!existing) throw new Problem(problems.decidedMeanwhile);
  if (existing.text === text && existing.portfolioUrl === portfolio)
    return { id: existing.id, outcome: "unchanged" };
  await tx
    .update(teachingApplications)
    .set({ text, portfolioUrl: portfolio, updatedAt: at })
    .where(eq(teachingApplications.id, existing.id));
  return { id: existing.id, outcome: "changed" };
}
