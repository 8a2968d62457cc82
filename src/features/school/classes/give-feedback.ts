import { eq } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { problems } from "./contract.ts";
import { feedbackMail } from "./decision-mails.ts";
import { type ClassToDecide, lockClassToDecide } from "./queries.ts";
import { classes } from "./tables.ts";

export interface Feedback {
  /** An empty string removes the earlier feedback. */
  readonly feedback: string;
  /** The feedback the admin saw. Undefined: the last writer wins. */
  readonly base?: string | undefined;
}

/** Idempotent for the same text. Throws class-not-found, feedback-changed-meanwhile. */
export async function giveFeedback(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  id: string,
  feedback: Feedback,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const found = await lockClassToDecide(tx, id);
    if (!found) throw new Problem(problems.noSuchClass);
    const isNew = await writeFeedback(tx, context.clock, admin, found, feedback);
    if (isNew && feedback.feedback)
      await enqueueMail(tx, context.clock, feedbackMail(context.settings.origin, found, feedback.feedback));
  });
}

/** Returns whether the text changed. */
export async function writeFeedback(
  tx: Transaction,
  clock: Clock,
  admin: Person,
  found: ClassToDecide,
  { feedback, base }: Feedback,
): Promise<boolean> {
  const before = found.feedback ?? "";
  if (feedback === before) return false;
  if (base !== undefined && base !== before) throw new Problem(problems.feedbackChanged);
  await tx
    .update(classes)
    .set({ feedback: feedback || null })
    .where(eq(classes.id, found.id));
  await recordDecision(tx, clock, {
    kind: "feedback-given",
    by: admin,
    about: found,
    before: found.feedback,
    after: feedback || null,
  });
  return true;
}
