import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { formerMember } from "../../../access/policy.ts";
import { type Person, findPerson } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { notify } from "../../school/notifications/notify.ts";
import { setHidden } from "./find-subject.ts";
import type { ReportDecision } from "./policy.ts";
import { problems } from "./problems.ts";
import { reports } from "./tables.ts";

/**
 * Decides on all open reports of the reported thing. The audit log holds the reason, not the thing: the log is never
 * deleted. Throws report-not-found, report-decided-already.
 */
export async function decideReports(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  admin: Person,
  id: string,
  { decision, reason }: { readonly decision: ReportDecision; readonly reason: string },
): Promise<void> {
  const { clock, db } = context;
  await db.transaction(async (tx) => {
    const [report] = await tx.select().from(reports).where(eq(reports.id, id));
    if (!report) throw new Problem(problems.noSuchReport);
    const { kind, subjectId, authorId } = report;
    // People before what they made, as when an account is deleted.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, authorId)).for("no key update");
    const now = clock.now();
    const decided = await tx
      .update(reports)
      .set({ decision, decidedBy: admin.id, decidedAt: now, decisionReason: reason })
      .where(and(eq(reports.kind, kind), eq(reports.subjectId, subjectId), isNull(reports.decidedAt)))
      .returning({ id: reports.id, reporterId: reports.reporterId, reason: reports.reason });
    if (!decided.some((each) => each.id === id)) throw new Problem(problems.decidedAlready);
    await setHidden(tx, kind, subjectId, decision === "hide" ? now : null);
    // A drawing may be on the public page, and a critique's notes beside it.
    await context.invalidation.invalidate(tx, classTag(report.classId));
    const author = await findPerson(tx, authorId);
    await recordDecision(tx, clock, {
      kind: "report-decided",
      by: admin,
      about: { id: authorId, name: author?.name ?? formerMember },
      before: `${kind}: ${[...new Set(decided.map((each) => each.reason))].join(", ")}`,
      after: `${decision}: ${reason}`,
    });
    const isTakenDown = decision === "hide";
    const told = (personId: string, reportId: string) => ({
      personId,
      kind: "report-decided" as const,
      aboutId: reportId,
      thing: kind,
      reportId,
      isTakenDown,
      isAuthor: personId === authorId,
      path: "/dashboard/notifications",
    });
    await notify(
      tx,
      context,
      ...decided.map((each) => told(each.reporterId, each.id)),
      ...(isTakenDown ? [told(authorId, id)] : []),
    );
  });
}
