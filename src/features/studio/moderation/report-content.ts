import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { readDrawing } from "../gallery/queries.ts";
import { findClassFor } from "../../classroom/lessons/queries.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { notify } from "../../school/notifications/notify.ts";
import { type ReportSubject, findSubject, setHidden } from "./find-subject.ts";
import type { ReportKind, ReportReason } from "../../shared/report-reasons.ts";
import { reportsToHide } from "./policy.ts";
import { problems } from "./problems.ts";
import { reports } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "invalidation">;

export interface Report {
  readonly kind: ReportKind;
  readonly id: string;
  readonly reason: ReportReason;
  readonly text: string;
}

/** A second report by the same person changes nothing. Throws nothing-to-report, own-thing. */
export async function reportContent(context: Context, reporter: Person, report: Report): Promise<void> {
  const subject = await findSubject(context.db, report.kind, report.id);
  if (!subject || !(await canSee(context, reporter, report.kind, subject)))
    throw new Problem(problems.nothingToReport);
  if (subject.authorId === reporter.id) throw new Problem(problems.ownThing);
  await context.db.transaction(async (tx) => {
    const { kind, reason, text } = report;
    const id = newId();
    const { authorId, classId, snapshot } = subject;
    // Reports on the things of one author run one after another, so that the third one sees the first two.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, authorId)).for("no key update");
    const inserted = await tx
      .insert(reports)
      .values({
        id,
        reporterId: reporter.id,
        kind,
        subjectId: subject.id,
        authorId,
        classId,
        snapshot,
        reason,
        text,
        createdAt: context.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    if (inserted.length === 0) return;
    const open = await tx.$count(
      reports,
      and(eq(reports.kind, kind), eq(reports.subjectId, subject.id), isNull(reports.decidedAt)),
    );
    if (open >= reportsToHide && !subject.hiddenAt) {
      await setHidden(tx, kind, subject.id, context.clock.now());
      await context.invalidation.invalidate(tx, classTag(classId));
    }
    if (open === 1) await tellAdmins(tx, context, id, kind);
  });
}

/** Drawings and comments: whoever sees them in the gallery, and the teacher; a critique: its student. */
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

async function tellAdmins(tx: Transaction, context: Context, reportId: string, kind: ReportKind) {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)));
  await notify(
    tx,
    context,
    ...admins.map(({ id }) => ({
      personId: id,
      kind: "report-received" as const,
      aboutId: reportId,
      thing: kind,
      path: "/dashboard/reports",
    })),
  );
}
