import { eq, sql } from "drizzle-orm";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import { type Mail, enqueueMail } from "../../../platform/outbox.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import { type Person, findPerson, lockPresent } from "../../../access/queries.ts";
import type { Clock } from "../../../platform/clock.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { claimPicture } from "../pictures/picture-use.ts";
import { type Decision, mayDecide } from "./state.ts";
import { classSentAgain } from "./events.ts";
import { problems, isOwnClass } from "./policy.ts";
import { type ClassToDecide, lockClassToDecide } from "./queries.ts";
import { classes } from "./tables.ts";
import { catalogTag, classTag } from "./cache-tags.ts";
import { type NewClass, findAdded, insertClass } from "./add-class.ts";

/** Throws class-not-found, class-already-decided, class-not-taught (approving), feedback-changed-meanwhile. */
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
    if (!found) throw new Problem(problems["class-not-found"]);
    if (!mayDecide(found.status)) throw await alreadyDecided(tx, found);
    if (decision === "approved" && !found.isTaught) throw new Problem(problems["class-not-taught"]);
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
    await recordDecision(tx, context.clock, `class-${decision}`, {
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
    problems["class-already-decided"],
    `“${name}” was already ${status}${decider ? ` by ${decider.name}` : ""}. Your click changed nothing.`,
  );
}

/** Throws class-not-found, not-your-class, class-not-denied, class-sent-again-already, unauthenticated, invalid-input (picture). */
export async function sendClassAgain(
  context: Pick<AppContext, "clock" | "db" | "emit" | "settings">,
  instructor: Person,
  id: string,
  input: Omit<NewClass, "image"> & { readonly image?: string | undefined },
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const [denied] = await tx.select().from(classes).where(eq(classes.id, id)).for("update");
    if (!denied) throw new Problem(problems["class-not-found"]);
    if (!isOwnClass(instructor, denied)) throw new Problem(problems["not-your-class"]);
    const added = await findAdded(tx, instructor, input);
    if (added) return added;
    if (denied.status !== "denied") throw new Problem(problems["class-not-denied"]);
    if (denied.archivedAt) throw new Problem(problems["class-sent-again-already"]);
    // A deletion locks the classes first, too.
    await lockPresent(tx, instructor);
    const image =
      input.image === undefined || input.image === denied.image
        ? denied.image
        : await claimPicture(tx, context.clock, context.settings.origin, input.image);
    const now = context.clock.now();
    const { curriculumId, startsOn, timeZone } = denied;
    const again = { ...input, image, startsOn, timeZone };
    const sentAgainAs = await insertClass(tx, now, instructor, again, curriculumId);
    await tx.update(classes).set({ archivedAt: now, sentAgainAs }).where(eq(classes.id, id));
    await context.emit(tx, classSentAgain, { id, sentAgainAs });
    return sentAgainAs;
  });
}

interface Feedback {
  readonly feedback: string;
  /** The feedback that the admin saw. Undefined: the last writer wins. */
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
    if (!found) throw new Problem(problems["class-not-found"]);
    const isNew = await writeFeedback(tx, context.clock, admin, found, feedback);
    if (isNew && feedback.feedback)
      await enqueueMail(tx, context.clock, feedbackMail(context.settings.origin, found, feedback.feedback));
  });
}

async function writeFeedback(
  tx: Transaction,
  clock: Clock,
  admin: Person,
  found: ClassToDecide,
  { feedback, base }: Feedback,
): Promise<boolean> {
  const before = found.feedback ?? "";
  if (feedback === before) return false;
  if (base !== undefined && base !== before) throw new Problem(problems["feedback-changed-meanwhile"]);
  await tx
    .update(classes)
    .set({ feedback: feedback || null })
    .where(eq(classes.id, found.id));
  await recordDecision(tx, clock, "feedback-given", {
    by: admin,
    about: found,
    before: found.feedback,
    after: feedback || null,
  });
  return true;
}

interface ReviewedClass {
  readonly id: string;
  readonly name: string;
  readonly feedback: string | null;
  readonly instructor: { readonly name: string; readonly email: string };
}

interface Site {
  readonly origin: string;
  readonly supportEmail: string;
}

const reason = "You're receiving this email because you teach on Senga.";

const myClasses = (origin: string) => ({
  label: "Open My Classes",
  url: `${origin}/dashboard/instructor/my-classes`,
});

function decisionMail(site: Site, item: ReviewedClass, decision: Decision): Mail {
  const { name, instructor } = item;
  return layOutMail({
    to: instructor.email,
    subject: `“${name}” has been ${decision}`,
    reason,
    ...(decision === "approved" ? approval(site, item) : denial(site, item)),
  });
}

const approval = ({ origin }: Site, { id, name, feedback, instructor }: ReviewedClass) => ({
  greeting: `Good news, ${instructor.name}.`,
  paragraphs: [
    `We've approved your class “${name}”. Students can now find it in the catalog.`,
    ...(feedback ? ["Our feedback:", ...feedback.split(/\n+/)] : []),
  ],
  action: { label: "See the class", url: `${origin}/classes/${id}` },
});

const denial = ({ origin, supportEmail }: Site, { id, name, feedback, instructor }: ReviewedClass) => ({
  greeting: `Hello ${instructor.name},`,
  paragraphs: [
    `We've reviewed “${name}” and can't list it as it is. ${
      feedback ? "Here's why, and how to send it again." : "Here's how to send it again."
    }`,
    ...(feedback ? ["Our feedback:", ...feedback.split(/\n+/)] : []),
    feedback
      ? "When you've made your changes, send it again: the form opens filled in, picture included."
      : `We haven't written feedback on it; to ask why, write to ${supportEmail}. When you're ready, send it again: the form opens filled in, picture included.`,
  ],
  action: { label: "Send it again", url: `${origin}/dashboard/add-class?again=${id}` },
});

function feedbackMail(origin: string, { name, instructor }: ReviewedClass, feedback: string): Mail {
  return layOutMail({
    ...toPerson(instructor),
    subject: `Feedback on “${name}”`,
    paragraphs: [`Here's our feedback on your class “${name}”:`, ...feedback.split(/\n+/)],
    action: myClasses(origin),
    reason,
  });
}

export function classEditedMail(
  origin: string,
  { id, name, status, instructor }: Omit<ReviewedClass, "feedback"> & Pick<ClassToDecide, "status">,
  changes: readonly string[],
): Mail {
  return layOutMail({
    ...toPerson(instructor),
    subject: `“${name}” has been edited`,
    paragraphs: [`An admin has edited your class “${name}”:`, ...changes],
    action:
      status === "approved" ? { label: "See the class", url: `${origin}/classes/${id}` } : myClasses(origin),
    reason,
  });
}
