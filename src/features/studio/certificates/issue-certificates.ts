import { randomInt } from "node:crypto";
import { and, desc, eq, sql, asc, inArray, lte, isNotNull, isNull } from "drizzle-orm";
import type { Transaction, Database } from "../../../platform/database.ts";
import type { AppContext } from "../../../context.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import { newCode, newId } from "../../../platform/ids.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { finishChecks, lessons, lessonVersions } from "../../classroom/lessons/tables.ts";
import { certificates, statusLists, certificateNames } from "./tables.ts";
import { isFinished as isEnough, numberLength, type Effort, effortOf } from "./policy.ts";
import { type SigningContext, signCertificates } from "./sign-certificates.ts";
import { critiques, submissionTurns, submissions } from "../critique/tables.ts";
import { secondsOf } from "../../classroom/progress/policy.ts";
import { watchedSeconds } from "../../classroom/progress/queries.ts";
import { rowsOf } from "../../classroom/progress/note-learner.ts";
import { completedLessons, watching } from "../../classroom/progress/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";

/** The standard's minimum, so that an index identifies nobody (https://www.w3.org/TR/vc-bitstring-status-list/). */
export const placesInList = 131_072;
/** In a half-full list, the second random index is free on average. */
const maxTaken = placesInList / 2;

/** Locks the newest list, so that two processes never take the same random index. */
async function takeStatusPlace(tx: Transaction): Promise<{ statusList: number; statusIndex: number }> {
  const list = await lockNewestList(tx);
  for (;;) {
    const place = { statusList: list, statusIndex: randomInt(placesInList) };
    const isTaken = and(
      eq(certificates.statusList, place.statusList),
      eq(certificates.statusIndex, place.statusIndex),
    );
    if ((await tx.$count(certificates, isTaken)) > 0) continue;
    await tx
      .update(statusLists)
      .set({ taken: sql`${statusLists.taken} + 1` })
      .where(eq(statusLists.number, list));
    return place;
  }
}

async function lockNewestList(tx: Transaction): Promise<number> {
  for (;;) {
    const [newest] = await tx
      .select({ number: statusLists.number, taken: statusLists.taken })
      .from(statusLists)
      .orderBy(desc(statusLists.number))
      .limit(1)
      .for("update");
    if (newest && newest.taken < maxTaken) return newest.number;
    await tx
      .insert(statusLists)
      .values({ number: (newest?.number ?? 0) + 1 })
      .onConflictDoNothing();
  }
}

/** Milliseconds, after a failure. */
const pause = 600_000;

/** Issues and signs what was finished since the last run, in one transaction per student. */
export async function issueCertificates(context: SigningContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const studentId = await findNextStudent(context);
    if (studentId === undefined || signal?.aborted) break;
    try {
      if (!(await context.db.transaction((tx) => takeChecks(tx, context, studentId)))) break;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      context.log.error({ err: error, student: studentId }, "could not issue a certificate yet");
      const requestedAt = new Date(context.clock.now().getTime() + pause);
      await context.db.update(finishChecks).set({ requestedAt }).where(eq(finishChecks.studentId, studentId));
    }
  }
  await signCertificates(context, signal);
}

async function findNextStudent({ clock, db }: SigningContext): Promise<string | undefined> {
  const [next] = await db
    .select({ studentId: finishChecks.studentId })
    .from(finishChecks)
    .where(lte(finishChecks.requestedAt, clock.now()))
    .orderBy(asc(finishChecks.requestedAt))
    .limit(1);
  return next?.studentId;
}

interface Candidate {
  readonly studentId: string;
  readonly classId: string;
}

/** Deletes the checks in the transaction that acts on them. Returns whether there were any. */
async function takeChecks(tx: Transaction, context: Pick<AppContext, "clock">, studentId: string) {
  const waiting = tx
    .select({ lessonId: finishChecks.lessonId })
    .from(finishChecks)
    .where(eq(finishChecks.studentId, studentId))
    .for("update", { skipLocked: true });
  const taken = await tx
    .delete(finishChecks)
    .where(and(eq(finishChecks.studentId, studentId), inArray(finishChecks.lessonId, waiting)))
    .returning({ lessonId: finishChecks.lessonId });
  if (taken.length === 0) return false;
  const found = await tx
    .selectDistinct({ classId: classes.id })
    .from(lessons)
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .innerJoin(enrollments, and(eq(enrollments.classId, classes.id), eq(enrollments.studentId, studentId)))
    .where(
      inArray(
        lessons.id,
        taken.map(({ lessonId }) => lessonId),
      ),
    );
  for (const { classId } of found) await issueIfFinished(tx, context, { studentId, classId });
  return true;
}

/** At most one per student and class, ever. Does nothing without a seat. */
export async function issueIfFinished(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { studentId, classId }: Candidate,
): Promise<void> {
  const isTheirs = and(eq(certificates.studentId, studentId), eq(certificates.classId, classId));
  if ((await tx.$count(certificates, isTheirs)) > 0) return;
  if (!(await lockSeat(tx, studentId, classId))) return;
  const { effort, isFinished, lastAt } = await readFinishStanding(tx, studentId, classId);
  if (!isFinished) return;
  const now = context.clock.now();
  await tx
    .insert(certificates)
    .values({
      id: newId(),
      number: newCode(numberLength),
      studentId,
      classId,
      ...(await readWantedName(tx, studentId, classId)),
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

/** The chosen name, or the account's. */
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
    .select({ className: classes.name, instructorName: users.name, instructorId: users.id })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.id, classId));
  if (!names) throw new Error(`class ${classId} has a seat but no row`);
  return names;
}

interface FinishStanding {
  readonly effort: Effort;
  readonly isFinished: boolean;
  readonly lastAt: Date | null;
}

export async function readFinishStanding(
  db: Database,
  studentId: string,
  classId: string,
): Promise<FinishStanding> {
  const own = rowsOf(studentId);
  const rows = await db
    .select({
      kind: lessons.kind,
      completedAt: completedLessons.completedAt,
      how: completedLessons.how,
      acceptedAt: submissions.acceptedAt,
      rounds: sql<number>`(
        select count(*)::int from ${submissionTurns}
        where ${submissionTurns.submissionId} = ${submissions.id} and (${submissions.state} <> 'withdrawn'
          or exists (select from ${critiques} where ${critiques.turnId} = ${submissionTurns.id}))
      )`,
      milliseconds: videos.milliseconds,
      videoState: videos.state,
      watched: watchedSeconds,
    })
    .from(classes)
    .innerJoin(lessons, eq(lessons.curriculumId, classes.curriculumId))
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .leftJoin(videos, eq(videos.id, lessonVersions.videoId))
    .leftJoin(completedLessons, own.completed)
    .leftJoin(
      submissions,
      and(
        eq(submissions.lessonId, lessons.id),
        eq(submissions.classId, classes.id),
        eq(submissions.studentId, studentId),
      ),
    )
    .leftJoin(watching, own.watching)
    .where(
      and(
        eq(classes.id, classId),
        eq(lessons.isRequired, true),
        isNull(lessons.retiredAt),
        isNotNull(lessons.publishedVersionId),
      ),
    );
  const moments = rows.flatMap(({ completedAt, acceptedAt }) =>
    [completedAt, acceptedAt].flatMap((moment) => moment?.getTime() ?? []),
  );
  const effort = effortOf(
    rows.map(({ kind, completedAt, how, acceptedAt, rounds, milliseconds, watched }) => {
      const seconds = secondsOf(milliseconds) ?? 0;
      return {
        kind,
        isDone: completedAt !== null,
        isTicked: how === "ticked",
        isAccepted: acceptedAt !== null,
        rounds,
        seconds,
        watched: Math.min(watched, seconds),
      };
    }),
  );
  // Nobody has watched a share of a video whose length is unknown.
  const isMeasured = rows.every(
    ({ videoState, milliseconds }) =>
      milliseconds !== null || (videoState !== "uploaded" && videoState !== "playable"),
  );
  return {
    effort,
    isFinished: isMeasured && isEnough(effort),
    lastAt: moments.length > 0 ? new Date(Math.max(...moments)) : null,
  };
}
