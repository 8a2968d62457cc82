import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { problems as classProblems } from "../classes/contract.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { videos } from "../videos/tables.ts";
import { sectionOpens } from "./opening-times.ts";
import { mayOpenLesson } from "./policy.ts";
import { problems } from "./problems.ts";
import { classForViewer, isSeatOf, withRights } from "./queries.ts";
import { lessonVersions, lessons, openedLessons, sections } from "./tables.ts";

/**
 * Whether the viewer may open the lesson, in one read, since each segment of a video asks. Staff may open drafts.
 * Throws class-not-found, lesson-not-found, lesson-needs-a-seat, lesson-opens-later.
 */
export async function admitToLesson(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  viewer: Person | undefined,
  { classId, id }: { readonly classId: string; readonly id: string },
) {
  const [row] = await db
    .select({
      class: classForViewer,
      lesson: {
        id: lessons.id,
        isPreview: lessons.isPreview,
        retiredAt: lessons.retiredAt,
        publishedVersionId: lessons.publishedVersionId,
        draft: lessons.draft,
      },
      opens: sectionOpens,
      videoId: lessonVersions.videoId,
      milliseconds: videos.milliseconds,
      openedAt: openedLessons.openedAt,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(enrollments, isSeatOf(viewer))
    .leftJoin(lessons, and(eq(lessons.id, id), eq(lessons.curriculumId, classes.curriculumId)))
    .leftJoin(sections, eq(sections.id, lessons.sectionId))
    .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .leftJoin(videos, eq(videos.id, lessonVersions.videoId))
    .leftJoin(
      openedLessons,
      viewer
        ? and(eq(openedLessons.lessonId, lessons.id), eq(openedLessons.studentId, viewer.id))
        : sql`false`,
    )
    .where(eq(classes.id, classId));
  if (!row) throw new Problem(classProblems.noSuchClass);
  if (!row.lesson) throw new Problem(problems.noSuchLesson);
  const found = withRights(row.class, viewer);
  const { lesson, opens, videoId, milliseconds } = row;
  const opening = mayOpenLesson(
    { isStaff: found.isStaff, hasSeat: found.hasSeat, hasOpened: row.openedAt !== null },
    {
      isPublished: lesson.publishedVersionId !== null,
      isRetired: lesson.retiredAt !== null,
      isPreview: lesson.isPreview,
      isClassApproved: found.isApproved,
      opensAt: opens,
    },
    clock.now(),
  );
  if (opening === "not-found") throw new Problem(problems.noSuchLesson);
  if (opening === "not-enrolled") throw new Problem(problems.noSeat);
  if (opening === "opens-later")
    throw new Problem(problems.opensLater, `This lesson opens on ${opens?.toISOString() ?? "a later day"}.`);
  return { class: found, lesson: { ...lesson, videoId, milliseconds } };
}
export type Admission = Awaited<ReturnType<typeof admitToLesson>>;
