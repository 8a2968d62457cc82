import { eq } from "drizzle-orm";
import { Problem } from "../../platform/errors.ts";
import { enqueueMail } from "../../platform/outbox.ts";
import type { World } from "../../world.ts";
import type { Person } from "../accounts/queries.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { problems } from "./contract.ts";
import { feedbackMail } from "./decision-mails.ts";
import { lockClassToDecide } from "./queries.ts";
import { classes } from "./tables.ts";

/**
 * Replaces the feedback on a class, whatever its status, and mails it to the instructor; an empty text removes it, and
 * the same text again does nothing. Throws class-not-found, feedback-changed-meanwhile.
 * @param base the feedback that the admin saw while writing; without it, the last to send wins
 */
export async function giveFeedback(
  world: World,
  admin: Person,
  id: string,
  { feedback, base }: { readonly feedback: string; readonly base?: string | undefined },
): Promise<void> {
  await world.db.transaction(async (tx) => {
    const found = await lockClassToDecide(tx, id);
    if (!found) throw new Problem(problems.noSuchClass);
    const before = found.feedback ?? "";
    if (feedback === before) return;
    if (base !== undefined && base !== before) throw new Problem(problems.feedbackChanged);
    await tx
      .update(classes)
      .set({ feedback: feedback || null })
      .where(eq(classes.id, id));
    await recordDecision(tx, world.clock, {
      kind: "feedback-given",
      by: admin,
      about: found,
      before: found.feedback,
      after: feedback || null,
    });
    if (feedback) await enqueueMail(tx, world.clock, feedbackMail(world.settings.origin, found, feedback));
  });
}
