import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { type Person, findPerson } from "../../../access/queries.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { problems } from "./contract.ts";
import { decisionMail } from "./decision-mails.ts";
import { type Feedback, writeFeedback } from "./give-feedback.ts";
import { type ClassToDecide, lockClassToDecide } from "./queries.ts";
import { type Decision, mayDecide } from "./state.ts";
import { classes } from "./tables.ts";
import { catalogTag, classTag } from "./cache-tags.ts";

/**
 * Final; the second of two decisions throws.
 * Throws class-not-found, class-already-decided, feedback-changed-meanwhile.
 */
export async function decideClass(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  decision: Decision,
  feedback?: Feedback,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const found = await lockClassToDecide(tx, id);
    if (!found) throw new Problem(problems.noSuchClass);
    if (!mayDecide(found.status)) throw await alreadyDecided(tx, found);
    if (feedback) await writeFeedback(tx, context.clock, admin, found, feedback);
    const written = feedback ? feedback.feedback || null : found.feedback;
    await tx
      .update(classes)
      .set({
        status: decision,
        updatedAt: now,
        decidedAt: now,
        decidedBy: admin.id,
        version: sql`${classes.version} + 1`,
      })
      .where(eq(classes.id, id));
    await recordDecision(tx, context.clock, {
      kind: `class-${decision}`,
      by: admin,
      about: found,
      before: found.status,
      after: decision,
    });
    await enqueueMail(
      tx,
      context.clock,
      decisionMail(context.settings, { ...found, feedback: written }, decision),
    );
    await context.invalidation.invalidate(tx, catalogTag, classTag(id));
  });
}

async function alreadyDecided(tx: Transaction, { name, status, decidedBy }: ClassToDecide): Promise<Problem> {
  const decider = decidedBy ? await findPerson(tx, decidedBy) : undefined;
  return new Problem(
    problems.alreadyDecided,
    `“${name}” was already ${status}${decider ? ` by ${decider.name}` : ""}. Your click changed nothing.`,
  );
}
