import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { readClass } from "../../school/classes/queries.ts";
import { isAdultOn } from "../../school/guardians/consent.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { defaultDays } from "../critique/policy.ts";
import { listPictures } from "../critique/queries.ts";
import {
  classPromises,
  critiquePromises,
  critiques,
  submissionTurns,
  submissions,
} from "../critique/tables.ts";

type Context = Pick<AppContext, "clock" | "db">;

/** For everyone who sees the class; `viewer` undefined: a visitor. Throws class-not-found. */
export async function readPractice(context: Context, viewer: Person | undefined, classId: string) {
  const { instructorId } = await readClass(context.db, viewer, classId);
  const { rows } = (await context.db.execute(sql`select coalesce(
    (select days from ${classPromises} where ${classPromises.classId} = ${classId}),
    (select days from ${critiquePromises} where ${critiquePromises.instructorId} = ${instructorId}),
    ${defaultDays}::int
  ) as days`)) as { rows: { days: number }[] };
  return { critiqueDays: rows[0]!.days, progress: await findProgress(context, classId) };
}

/** Of the drawing that was made public last. */
async function findProgress({ clock, db }: Context, classId: string) {
  const [drawing] = await db
    .select({ id: submissions.id, lessonTitle: lessonVersions.title })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(
      and(
        eq(submissions.classId, classId),
        isNotNull(submissions.publicAt),
        isNotNull(submissions.sharedAt),
        isNull(submissions.hiddenAt),
        eq(submissions.state, "accepted"),
        isNull(users.suspendedAt),
        isAdultOn(clock.now()),
      ),
    )
    .orderBy(desc(submissions.publicAt))
    .limit(1);
  if (!drawing) return null;
  const rounds = await db
    .select({ id: submissionTurns.id, pins: critiques.pins, hiddenAt: critiques.hiddenAt })
    .from(submissionTurns)
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .where(eq(submissionTurns.submissionId, drawing.id))
    .orderBy(asc(submissionTurns.number));
  const [first, last] = [rounds[0]!, rounds.at(-1)!];
  const pictures = await listPictures(db, [first.id, last.id]);
  const [before, after] = [pictures.get(first.id)?.[0], pictures.get(last.id)?.[0]];
  if (!before || !after) return null;
  const pins = first.hiddenAt ? [] : (first.pins ?? []).filter(({ pictureId }) => pictureId === before.id);
  return {
    lessonTitle: drawing.lessonTitle,
    before,
    after,
    pins: pins.map(({ x, y, text }) => ({ x, y, text })),
  };
}
