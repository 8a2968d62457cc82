import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { classes } from "../../school/classes/tables.ts";
import { critiques, submissionTurns, submissions } from "../critique/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { secondsOf } from "../../classroom/progress/policy.ts";
import { watchedSeconds } from "../../classroom/progress/queries.ts";
import { rowsOf } from "../../classroom/progress/note-learner.ts";
import { completedLessons, watching } from "../../classroom/progress/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";
import { type Effort, effortOf } from "./policy.ts";

export interface FinishStanding {
  readonly effort: Effort;
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
  return { effort, lastAt: moments.length > 0 ? new Date(Math.max(...moments)) : null };
}
