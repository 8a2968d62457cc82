import { and, eq, inArray, isNull, or, sql, ne, not, notExists, asc } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { takenDownTag } from "../../../platform/invalidation.ts";
import { emailOfDeleted, outbox } from "../../../platform/outbox.ts";
import { defaultPortrait } from "../../../platform/picture-url.ts";
import { formerMember } from "../../../access/policy.ts";
import { type Person, findPerson, isOfSignIn } from "../../../access/queries.ts";
import { blocks, users } from "../../../access/tables.ts";
import { certificates } from "../../studio/certificates/tables.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { classes } from "../../school/classes/tables.ts";
import { contactMessages, contactReplies } from "../../school/contact/tables.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "../../studio/critique/tables.ts";
import { comments } from "../../studio/gallery/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { isVideoInUse } from "../../classroom/lessons/queries.ts";
import {
  lessonPictures,
  lessonVersions,
  lessons,
  materials,
  sections,
} from "../../classroom/lessons/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";
import { payments, refundRequests } from "../payments/tables.ts";
import { type PersonalTable, personalTables } from "./personal-tables.ts";
import { hasTaught, isOfTaughtClass, removeNames } from "./remove-names.ts";
import { removeSubscriptions } from "../newsletter/subscriptions.ts";
import { newsletterSubscriptions } from "../newsletter/tables.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";

/**
 * Keeps rows for the books and other people's work, without the name, the email and the pictures. Letters and the
 * newsletter belong to the mailbox, which must be `isMailboxTheirs`: anyone can open an account with another's address.
 */
export async function erasePerson(
  tx: Transaction,
  { clock, invalidation }: Pick<AppContext, "clock" | "invalidation">,
  person: Person,
  isMailboxTheirs: boolean,
): Promise<void> {
  await eraseCertificateNames(tx, person, clock.now());
  await removeNames(tx, person);
  const shownIn = await eraseDrawings(tx, person);
  if (shownIn.length > 0) await invalidation.invalidate(tx, takenDownTag, ...shownIn.map(classTag));
  await eraseLetters(tx, isMailboxTheirs ? person : { ...person, email: "" });
  await tx.delete(blocks).where(or(eq(blocks.blockerId, person.id), eq(blocks.blockedId, person.id)));
  // Deletes notifications about the person's content; others name a former member.
  await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.actorId, person.id),
        inArray(notifications.kind, ["comment-received", "drawing-handed-in"]),
      ),
    );
  for (const { table, isOf, atDeletion } of Object.values<PersonalTable>(personalTables))
    if (atDeletion === "delete") await tx.delete(table).where(isOf(person));
  await tx
    .update(payments)
    .set({ cardBrand: null, cardLast4: null })
    .where(eq(payments.studentId, person.id));
  await eraseRefundRequests(tx, person);
  await eraseLessons(tx, person, clock.now());
  await eraseClasses(tx, person);
  await tx
    .update(pictures)
    .set({ uploadedBy: null, changedAt: new Date(0) })
    .where(eq(pictures.uploadedBy, person.id));
  await tx
    .update(users)
    .set({
      name: formerMember,
      email: emailOfDeleted(person.id),
      image: defaultPortrait,
      role: "student",
      identityIssuer: null,
      identitySubject: null,
      deletedAt: clock.now(),
    })
    .where(eq(users.id, person.id));
}

/** Decided ones stay, without their texts. */
async function eraseRefundRequests(tx: Transaction, person: Person): Promise<void> {
  const isOwn = personalTables.refundRequests.isOf(person);
  const open = await tx
    .delete(refundRequests)
    .where(and(isOwn, isNull(refundRequests.decision)))
    .returning({ id: refundRequests.id });
  const isAboutOpen = inArray(
    notifications.aboutId,
    open.map(({ id }) => id),
  );
  await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.actorId, person.id),
        eq(notifications.kind, "refund-requested"),
        isNull(notifications.readAt),
        isAboutOpen,
      ),
    );
  await tx
    .update(refundRequests)
    .set({ text: "", answer: sql`left(${refundRequests.answer}, 0)` })
    .where(isOwn);
}

/** The collector removes files and rows. Returns the classes whose public page showed one. */
async function eraseDrawings(tx: Transaction, { id }: Person): Promise<string[]> {
  const isOwn = eq(submissions.studentId, id);
  // Waits for comments and critiques, which lock the drawing's row.
  await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(isOwn)
    .orderBy(submissions.id)
    .for("update");
  const own = tx.select({ id: submissions.id }).from(submissions).where(isOwn);
  const turns = tx
    .select({ id: submissionTurns.id })
    .from(submissionTurns)
    .where(inArray(submissionTurns.submissionId, own));
  // The collector takes these over once the lease has ended.
  await tx
    .update(submissionPictures)
    .set({ turnId: null, state: "deleting", changedAt: new Date(0) })
    .where(eq(submissionPictures.studentId, id));
  await tx.delete(critiques).where(inArray(critiques.turnId, turns));
  await tx.delete(comments).where(inArray(comments.submissionId, own));
  await tx.delete(submissionTurns).where(inArray(submissionTurns.submissionId, own));
  const erased = await tx
    .delete(submissions)
    .where(isOwn)
    .returning({ classId: submissions.classId, publicAt: submissions.publicAt });
  return erased.filter(({ publicAt }) => publicAt !== null).map(({ classId }) => classId);
}

/** The person's messages, and mail that is for them or names them. */
async function eraseLetters(tx: Transaction, { id, email }: Person): Promise<void> {
  const isWritten = sql`lower(${contactMessages.email}) = ${email}`;
  const written = tx.select({ id: contactMessages.id }).from(contactMessages).where(isWritten);
  // Waits for a reply, which locks the message.
  await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(isWritten)
    .orderBy(contactMessages.id)
    .for("update");
  await tx.delete(contactReplies).where(inArray(contactReplies.messageId, written));
  await tx.delete(contactMessages).where(isWritten);
  await removeSubscriptions(tx, eq(newsletterSubscriptions.email, email));
  const { recipient, replyTo, namedIds } = outbox;
  await tx
    .delete(outbox)
    .where(sql`lower(${recipient}) = ${email} or lower(${replyTo}) = ${email} or ${id} = any(${namedIds})`);
}

/** Certificates stay, and are signed again without the name. */
async function eraseCertificateNames(tx: Transaction, person: Person, now: Date): Promise<void> {
  const { id, name } = person;
  const signsAgain = { credential: null, revision: sql`${certificates.revision} + 1`, signAt: now };
  await tx
    .update(certificates)
    .set({ name: formerMember, isNamed: false, ...signsAgain })
    .where(eq(certificates.studentId, id));
  if (!(await hasTaught(tx, person))) return;
  const { instructorId, instructorName, classId } = certificates;
  await tx
    .update(certificates)
    .set({ instructorName: formerMember, ...signsAgain })
    .where(
      or(
        eq(instructorId, id),
        and(isNull(instructorId), eq(instructorName, name), isOfTaughtClass(tx, person, classId)),
      ),
    );
}

/** `delete-account.ts` ensures that nobody with an account has taken them. */
async function eraseClasses(tx: Transaction, { id }: Person): Promise<void> {
  const own = tx.select({ id: classes.id }).from(classes).where(eq(classes.instructorId, id));
  for (const { table, goesWithClass } of Object.values<PersonalTable>(personalTables))
    if (goesWithClass) await tx.delete(table).where(inArray(goesWithClass, own));
  await tx
    .update(classes)
    .set({
      name: "Removed class",
      searchText: "removed class",
      description: "",
      outcomes: [],
      topics: [],
      tools: "",
      feedback: null,
      image: "/drawings/cover-tools.svg",
      status: "denied",
      decidedAt: sql`coalesce(${classes.decidedAt}, ${classes.createdAt})`,
      version: sql`${classes.version} + 1`,
    })
    .where(eq(classes.instructorId, id));
}

const title = "Removed lesson";

/** For classes without seats. Empty rows stay for former students' progress; shared curricula stay whole. */
async function eraseLessons(tx: Transaction, { id }: Person, now: Date): Promise<void> {
  const run = alias(classes, "run");
  const ofOthers = tx
    .select({ id: run.id })
    .from(run)
    .where(and(eq(run.curriculumId, classes.curriculumId), ne(run.instructorId, id)));
  const own = tx
    .select({ id: classes.curriculumId })
    .from(classes)
    .where(and(eq(classes.instructorId, id), notExists(ofOthers)));
  const inOwn = tx.select({ id: lessons.id }).from(lessons).where(inArray(lessons.curriculumId, own));
  await tx
    .update(materials)
    .set({ removedAt: now, fileName: title })
    .where(inArray(materials.lessonId, inOwn));
  await tx.delete(lessonPictures).where(inArray(lessonPictures.lessonId, inOwn));
  await tx
    .update(lessonVersions)
    .set({ title, body: "", html: "", words: 0, videoId: null, videoName: null })
    .where(inArray(lessonVersions.lessonId, inOwn));
  await tx
    .update(lessons)
    .set({ draft: { title, body: "", videoId: null }, draftVersion: sql`${lessons.draftVersion} + 1` })
    .where(inArray(lessons.curriculumId, own));
  await tx.update(sections).set({ title: "Removed section" }).where(inArray(sections.curriculumId, own));
  await tx
    .update(videos)
    .set({ ownerId: null, fileName: title, state: "deleting", changedAt: now })
    .where(and(eq(videos.ownerId, id), not(isVideoInUse(tx))));
}

/** Locks in the order of a purchase, class before instructor, so that nobody can buy a class being removed. */
export async function lockAccount(
  tx: Transaction,
  signIn: Pick<IdentityClaims, "issuer" | "subject">,
): Promise<Person | undefined> {
  const isTheirs = isOfSignIn(signIn);
  const own = tx.select({ id: users.id }).from(users).where(isTheirs);
  await tx
    .select({ id: classes.id })
    .from(classes)
    .where(inArray(classes.instructorId, own))
    .orderBy(asc(classes.id))
    .for("no key update");
  const [account] = await tx.select({ id: users.id }).from(users).where(isTheirs).for("update");
  return account && findPerson(tx, account.id);
}
