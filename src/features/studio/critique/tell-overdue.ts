import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { classes } from "../../school/classes/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { critiques, submissionTurns, submissions } from "./tables.ts";

const batchSize = 500;

/**
 * Notifies instructors of overdue promises: once for each drawing, and at most once a day for each class, because a
 * whole class may hand in on one evening. Returns the number of drawings.
 */
export async function tellOverdue(context: Pick<AppContext, "clock" | "db">): Promise<number> {
  const now = context.clock.now();
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  return context.db.transaction(async (tx) => {
    const wasToldToday = sql`exists (
      select from submission_turns earlier inner join submissions of_class on of_class.id = earlier.submission_id
      where of_class.class_id = ${submissions.classId} and earlier.overdue_told_at > ${dayAgo}::timestamptz
    )`;
    const overdue = await tx
      .select({
        turnId: submissionTurns.id,
        submissionId: submissions.id,
        classId: classes.id,
        instructorId: classes.instructorId,
      })
      .from(submissions)
      .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
      .innerJoin(classes, eq(classes.id, submissions.classId))
      .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
      .where(
        and(
          eq(submissions.state, "handed-in"),
          isNull(critiques.id),
          isNull(submissionTurns.overdueToldAt),
          lte(submissionTurns.promisedBy, now),
          sql`not ${wasToldToday}`,
        ),
      )
      .orderBy(asc(submissionTurns.promisedBy))
      .limit(batchSize)
      .for("update", { of: submissionTurns, skipLocked: true });
    const byClass = [...Map.groupBy(overdue, ({ classId }) => classId).values()];
    await notify(
      tx,
      context,
      ...byClass.map((rounds) => {
        const [{ turnId, submissionId, classId, instructorId }] = rounds as [(typeof rounds)[0] & {}];
        const isOne = rounds.length === 1;
        return {
          personId: instructorId,
          kind: "critique-overdue" as const,
          aboutId: turnId,
          classId,
          count: rounds.length,
          path: `/dashboard/instructor/critiques${isOne ? `?drawing=${submissionId}` : ""}`,
        };
      }),
    );
    await tx
      .update(submissionTurns)
      .set({ overdueToldAt: now })
      .where(
        inArray(
          submissionTurns.id,
          overdue.map(({ turnId }) => turnId),
        ),
      );
    return overdue.length;
  });
}
