import { asc, eq, sql, and, isNull } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Body } from "../../../http/contract.ts";
import { takenDownTag } from "../../../platform/invalidation.ts";
import { type Person, findPerson, lockPresent } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { formerMember } from "../../../access/policy.ts";
import type { ReportKind, ReportReason } from "../../shared/report-reasons.ts";
import { findClassFor } from "../../classroom/lessons/queries.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { listDeciders, notify, notifyAdmins, removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "../critique/tables.ts";
import { comments } from "../gallery/tables.ts";
import { readDrawing } from "../gallery/queries.ts";
import { type ReportSnapshot, reports } from "./tables.ts";
import type { moderationContract } from "./contract.ts";
import { reportsToHide, problems } from "./policy.ts";

interface ReportSubject {
  readonly id: string;
  readonly authorId: string;
  readonly submissionId: string;
  readonly studentId: string;
  readonly classId: string;
  readonly hiddenAt: Date | null;
  readonly snapshot: ReportSnapshot;
}

const ofSubmission = {
  submissionId: submissions.id,
  studentId: submissions.studentId,
  classId: submissions.classId,
};

type Find = (db: Database, id: string) => Promise<ReportSubject | undefined>;

const findComment: Find = async (db, id) => {
  const [row] = await db
    .select({
      ...ofSubmission,
      id: comments.id,
      authorId: comments.authorId,
      hiddenAt: comments.hiddenAt,
      text: comments.text,
    })
    .from(comments)
    .innerJoin(submissions, eq(submissions.id, comments.submissionId))
    .where(eq(comments.id, id));
  return row && { ...row, snapshot: { text: row.text, pictureIds: [] } };
};

const findCritique: Find = async (db, id) => {
  const [row] = await db
    .select({
      ...ofSubmission,
      id: critiques.id,
      authorId: critiques.instructorId,
      hiddenAt: critiques.hiddenAt,
      text: critiques.text,
      pins: critiques.pins,
    })
    .from(critiques)
    .innerJoin(submissionTurns, eq(submissionTurns.id, critiques.turnId))
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .where(eq(critiques.id, id));
  const text = row && [row.text, ...row.pins.map((pin) => pin.text)].join("\n");
  return row && { ...row, snapshot: { text: text ?? "", pictureIds: [] } };
};

const findDrawing: Find = async (db, id) => {
  const [row] = await db
    .select({
      ...ofSubmission,
      id: submissions.id,
      authorId: submissions.studentId,
      hiddenAt: submissions.hiddenAt,
      turnId: submissionTurns.id,
      note: submissionTurns.note,
    })
    .from(submissions)
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .where(eq(submissions.id, id))
    .orderBy(sql`${submissionTurns.number} desc`)
    .limit(1);
  if (!row) return undefined;
  const pictures = await db
    .select({ id: submissionPictures.id })
    .from(submissionPictures)
    .where(eq(submissionPictures.turnId, row.turnId))
    .orderBy(asc(submissionPictures.position));
  return { ...row, snapshot: { text: row.note, pictureIds: pictures.map((picture) => picture.id) } };
};

const finders: Readonly<Record<ReportKind, Find>> = {
  comment: findComment,
  critique: findCritique,
  drawing: findDrawing,
};

const findSubject = (db: Database, kind: ReportKind, id: string) => finders[kind](db, id);

const tables = { comment: comments, critique: critiques, drawing: submissions } as const;

async function setHidden(
  tx: Transaction,
  kind: ReportKind,
  id: string,
  hiddenAt: Date | null,
): Promise<void> {
  const table = tables[kind];
  await tx.update(table).set({ hiddenAt }).where(eq(table.id, id));
  const comment = kind === "comment" && hiddenAt && (await findComment(tx, id));
  if (comment) await removeUnread(tx, comment.studentId, ["comment-received"], eq(notifications.aboutId, id));
}

type Context = Pick<AppContext, "clock" | "db" | "invalidation">;

interface Report {
  readonly kind: ReportKind;
  readonly id: string;
  readonly reason: ReportReason;
  readonly text: string;
}

/** A person's second report of the same thing, while the first is open, replaces it. Throws nothing-to-report, own-thing, unauthenticated. */
export async function reportContent(context: Context, reporter: Person, report: Report): Promise<void> {
  const seen = await findSubject(context.db, report.kind, report.id);
  if (!seen || !(await canSee(context, reporter, report.kind, seen)))
    throw new Problem(problems["nothing-to-report"]);
  if (seen.authorId === reporter.id) throw new Problem(problems["own-thing"]);
  const { authorId } = seen;
  await context.db.transaction(async (tx) => {
    const { kind, reason, text } = report;
    const id = newId();
    await lockPresent(tx, reporter);
    // Serializes reports about one author, so that the third one sees the first two.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, authorId)).for("no key update");
    // Its author may have taken it back, or deleted the account, while this waited.
    const subject = await findSubject(tx, kind, report.id);
    if (!subject) throw new Problem(problems["nothing-to-report"]);
    const { classId, snapshot } = subject;
    const seenNow = { snapshot, reason, text, createdAt: context.clock.now() };
    const [saved] = await tx
      .insert(reports)
      .values({ id, reporterId: reporter.id, kind, subjectId: subject.id, authorId, classId, ...seenNow })
      .onConflictDoUpdate({
        target: [reports.reporterId, reports.kind, reports.subjectId],
        targetWhere: isNull(reports.decidedAt),
        set: seenNow,
      })
      .returning({ id: reports.id });
    if (saved?.id !== id) return;
    const open = await tx.$count(
      reports,
      and(eq(reports.kind, kind), eq(reports.subjectId, subject.id), isNull(reports.decidedAt)),
    );
    if (open >= reportsToHide && !subject.hiddenAt) {
      await setHidden(tx, kind, subject.id, context.clock.now());
      await notify(tx, context, {
        personId: authorId,
        kind: "work-hidden",
        aboutId: id,
        thing: kind,
        path: "/contact-us",
      });
      await context.invalidation.invalidate(tx, takenDownTag, classTag(classId));
    }
    if (open === 1)
      await notifyAdmins(
        tx,
        context,
        { kind: "report-received", aboutId: id, thing: kind, path: "/dashboard/reports" },
        authorId,
      );
  });
}

/** Drawings and comments: everyone who sees them in the gallery, and the teacher; a critique: its student. */
async function canSee(context: Context, person: Person, kind: ReportKind, subject: ReportSubject) {
  if (kind === "critique") return subject.studentId === person.id;
  const { classId, submissionId } = subject;
  const { isStaff } = await findClassFor(context.db, person, classId);
  if (kind === "drawing" && isStaff) return true;
  if (kind === "comment" && subject.hiddenAt) return false;
  return readDrawing(context, person, { classId, id: submissionId }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
}

/**
 * Logs the reason only, because the log is permanent. Throws report-not-found, own-report, report-decided-already,
 * reported-again-meanwhile.
 */
export async function decideReports(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  admin: Person,
  id: string,
  { decision, reason, seen }: Body<typeof moderationContract, "POST /admin/reports/{id}/decision">,
): Promise<void> {
  const { clock, db } = context;
  await db.transaction(async (tx) => {
    const [report] = await tx.select().from(reports).where(eq(reports.id, id));
    if (!report) throw new Problem(problems["report-not-found"]);
    const { kind, subjectId, authorId } = report;
    if (authorId === admin.id && !(await listDeciders(tx, authorId)).includes(admin.id))
      throw new Problem(problems["own-report"]);
    // People before their content, as in the deletion of an account.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, authorId)).for("no key update");
    const now = clock.now();
    const decided = await tx
      .update(reports)
      .set({ decision, decidedBy: admin.id, decidedAt: now, decisionReason: reason })
      .where(and(eq(reports.kind, kind), eq(reports.subjectId, subjectId), isNull(reports.decidedAt)))
      .returning({
        id: reports.id,
        reporterId: reports.reporterId,
        reason: reports.reason,
        at: reports.createdAt,
      });
    if (!decided.some((each) => each.id === id)) throw new Problem(problems["report-decided-already"]);
    if (seen && decided.some(({ at }) => at > seen)) throw new Problem(problems["reported-again-meanwhile"]);
    // Undefined if its author has removed it. A drawing's row stays, for those that its student hands in later.
    const subject = await findSubject(tx, kind, subjectId);
    await setHidden(tx, kind, subjectId, decision === "hide" && subject ? now : null);
    // A drawing may be on the public page, with a critique's notes.
    await context.invalidation.invalidate(tx, takenDownTag, classTag(report.classId));
    const author = await findPerson(tx, authorId);
    await recordDecision(tx, clock, "report-decided", {
      by: admin,
      about: { id: authorId, name: author?.name ?? formerMember },
      before: `${kind}: ${[...new Set(decided.map((each) => each.reason))].join(", ")}`,
      after: `${decision}: ${reason}`,
    });
    const isTakenDown = decision === "hide";
    const notificationFor = (personId: string, reportId: string) => {
      const isAuthor = personId === authorId;
      return {
        personId,
        kind: "report-decided" as const,
        aboutId: reportId,
        thing: kind,
        reportId,
        isTakenDown: isTakenDown || !subject,
        isAuthor,
        path: isAuthor && isTakenDown ? "/contact-us" : "/dashboard/notifications",
      };
    };
    await notify(
      tx,
      context,
      ...decided.map((each) => notificationFor(each.reporterId, each.id)),
      ...(subject && (isTakenDown || subject.hiddenAt) ? [notificationFor(authorId, id)] : []),
    );
  });
}
