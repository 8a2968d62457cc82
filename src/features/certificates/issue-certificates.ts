import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { newCode, newId } from "../../platform/ids.ts";
import { users } from "../accounts/tables.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { readFinishStanding } from "./finish-standing.ts";
import { isFinished, numberLength } from "./policy.ts";
import { lettersToReplace } from "./name-letters.ts";
import { shownNameOf } from "./shown-name.ts";
import { type SigningContext, signCertificates } from "./sign-certificates.ts";
import { certificateNames, certificates } from "./tables.ts";
import { takeStatusPlace } from "./take-status-place.ts";

const atOnce = 50;

/** Issues what was finished since the last run, then signs it. */
export async function issueCertificates(context: SigningContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const taken = await context.db.transaction((tx) => takeChecks(tx, context));
    if (taken < atOnce || signal?.aborted) break;
  }
  await signCertificates(context, signal);
}

interface Candidate {
  readonly studentId: string;
  readonly classId: string;
}

/** Deletes the checks in the transaction that acts on them; one that is asked for meanwhile waits for its end. */
async function takeChecks(tx: Transaction, context: Pick<AppContext, "clock">): Promise<number> {
  const { rows } = (await tx.execute(sql`
    with taken as (
      delete from finish_checks where (student_id, lesson_id) in (
        select student_id, lesson_id from finish_checks order by requested_at limit ${atOnce}
        for update skip locked
      )
      returning student_id, lesson_id
    )
    select count(*)::int as taken, (
      select coalesce(json_agg(distinct jsonb_build_object('studentId', student_id, 'classId', classes.id)), '[]')
      from taken
      inner join lessons on lessons.id = lesson_id
      inner join classes on classes.curriculum_id = lessons.curriculum_id
      inner join enrollments using (student_id)
      where enrollments.class_id = classes.id
    ) as candidates
    from taken
  `)) as { rows: { taken: number; candidates: Candidate[] }[] };
  const { taken = 0, candidates = [] } = rows[0] ?? {};
  for (const candidate of candidates) await issueIfFinished(tx, context, candidate);
  return taken;
}

/** One certificate for each student and class, ever. Does nothing without a seat, or while the name cannot be drawn. */
export async function issueIfFinished(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { studentId, classId }: Candidate,
): Promise<void> {
  const isTheirs = and(eq(certificates.studentId, studentId), eq(certificates.classId, classId));
  if ((await tx.$count(certificates, isTheirs)) > 0) return;
  if (!(await lockSeat(tx, studentId, classId))) return;
  const { effort, lastAt } = await readFinishStanding(tx, studentId, classId);
  if (!isFinished(effort)) return;
  const wanted = await readWantedName(tx, studentId, classId);
  const shownName = await shownNameOf(tx, context, { studentId, ...wanted });
  if (shownName !== null && (await lettersToReplace(shownName)).length > 0) return;
  const now = context.clock.now();
  await tx
    .insert(certificates)
    .values({
      id: newId(),
      number: newCode(numberLength),
      studentId,
      classId,
      ...wanted,
      ...(await readClassNames(tx, classId)),
      effort,
      finishedAt: lastAt ?? now,
      issuedAt: now,
      ...(await takeStatusPlace(tx)),
      signAt: now,
    })
    .onConflictDoNothing({ target: [certificates.studentId, certificates.classId] });
}

/** A refund waits for this lock, and then finds the certificate. */
async function lockSeat(tx: Transaction, studentId: string, classId: string): Promise<boolean> {
  const [seat] = await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
    .for("share");
  return seat !== undefined;
}

/** What the student chose, or their account's name, shown. */
export async function readWantedName(
  db: Transaction | AppContext["db"],
  studentId: string,
  classId: string,
): Promise<{ name: string; isNamed: boolean }> {
  const [wanted] = await db
    .select({ accountName: users.name, name: certificateNames.name, isNamed: certificateNames.isNamed })
    .from(users)
    .leftJoin(
      certificateNames,
      and(eq(certificateNames.studentId, users.id), eq(certificateNames.classId, classId)),
    )
    .where(eq(users.id, studentId));
  return { name: wanted?.name ?? wanted?.accountName ?? "", isNamed: wanted?.isNamed ?? true };
}

async function readClassNames(tx: Transaction, classId: string) {
  const [names] = await tx
    .select({ className: classes.name, instructorName: users.name })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.id, classId));
  if (!names) throw new Error(`class ${classId} has a seat but no row`);
  return names;
}
