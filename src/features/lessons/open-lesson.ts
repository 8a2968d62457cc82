import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { mayOpenLesson } from "./policy.ts";
import { problems } from "./problems.ts";
import { type PublishedLesson, findClassFor, selectPublishedLessons } from "./queries.ts";
import { lessonVersions, lessons, openedLessons } from "./tables.ts";

/**
 * The lesson with its place, when the viewer may open it. Rights are read from the database each time. Throws
 * class-not-found, lesson-not-found, lesson-needs-a-seat, lesson-opens-later.
 */
export async function openLesson(
  { db, clock }: Pick<AppContext, "clock" | "db">,
  viewer: Person | undefined,
  { classId, id }: { classId: string; id: string },
) {
  const found = await findClassFor(db, viewer, classId);
  const rows = await selectPublishedLessons(db, classId);
  const shown = rows.find((row) => row.id === id);
  if (!shown) throw new Problem(problems.noSuchLesson);
  const [lesson] = await db
    .select({
      html: lessonVersions.html,
      publishedAt: lessonVersions.publishedAt,
      openedAt: openedLessons.openedAt,
    })
    .from(lessons)
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .leftJoin(
      openedLessons,
      viewer
        ? and(eq(openedLessons.lessonId, lessons.id), eq(openedLessons.studentId, viewer.id))
        : sql`false`,
    )
    .where(and(eq(lessons.id, id), eq(lessons.curriculumId, found.curriculumId)));
  if (!lesson) throw new Problem(problems.noSuchLesson);
  const opening = mayOpenLesson(
    { isStaff: found.isStaff, hasSeat: found.hasSeat, hasOpened: lesson.openedAt !== null },
    {
      isPublished: true,
      isRetired: shown.retiredAt !== null,
      isPreview: shown.isPreview,
      isClassApproved: found.isApproved,
      opensAt: shown.opens,
    },
    clock.now(),
  );
  if (opening === "not-found") throw new Problem(problems.noSuchLesson);
  if (opening === "not-enrolled") throw new Problem(problems.noSeat);
  if (opening === "opens-later")
    throw new Problem(
      problems.opensLater,
      `This lesson opens on ${shown.opens?.toISOString() ?? "a later day"}.`,
    );
  return { class: found, lesson: { ...shown, ...lesson }, ...neighborsOf(rows, id) };
}
export type OpenLesson = Awaited<ReturnType<typeof openLesson>>;

function neighborsOf(rows: readonly PublishedLesson[], id: string) {
  const shown = rows.filter((row) => row.retiredAt === null || row.id === id);
  const at = shown.findIndex((row) => row.id === id);
  return { previous: shown[at - 1] ?? null, next: shown[at + 1] ?? null };
}
