import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { sectionOpens } from "./opening-times.ts";
import { mayOpenLesson } from "./policy.ts";
import { problems } from "./problems.ts";
import { hasSeatIn, withRights } from "./queries.ts";
import { lessons, sections } from "./tables.ts";

const viewerId = sql.placeholder("viewer");

/** One query with few joins, because each video segment requires it. */
const admission = prepareOnce((db) =>
  db
    .select({
      class: {
        id: classes.id,
        status: classes.status,
        instructorId: classes.instructorId,
        isInstructorSuspended: sql<boolean>`(
          select suspended_at is not null from users where id = ${classes.instructorId}
        )`,
        hasSeat: hasSeatIn(viewerId),
      },
      lesson: {
        id: lessons.id,
        isPreview: lessons.isPreview,
        retiredAt: lessons.retiredAt,
        publishedVersionId: lessons.publishedVersionId,
        draftVideoId: sql<string | null>`${lessons.draft} ->> 'videoId'`,
        videoId: sql<string | null>`(
          select video_id from lesson_versions where id = ${lessons.publishedVersionId}
        )`,
        milliseconds: sql<number | null>`(
          select milliseconds from lesson_versions inner join videos on videos.id = video_id
          where lesson_versions.id = ${lessons.publishedVersionId}
        )`,
      },
      opens: sectionOpens,
      hasOpened: sql<boolean>`exists (
        select from opened_lessons where student_id = ${viewerId} and lesson_id = ${lessons.id}
      )`,
    })
    .from(classes)
    .leftJoin(
      lessons,
      and(eq(lessons.id, sql.placeholder("lesson")), eq(lessons.curriculumId, classes.curriculumId)),
    )
    .leftJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(classes.id, sql.placeholder("class")))
    .prepare("admission"),
);

/** Staff may open drafts. Throws class-not-found, lesson-not-found, lesson-needs-a-seat, lesson-opens-later. */
export async function admitToLesson(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  viewer: Person | undefined,
  { classId, id }: { readonly classId: string; readonly id: string },
) {
  const [row] = await admission(db).execute({ viewer: viewer?.id ?? null, class: classId, lesson: id });
  if (!row) throw new Problem(classProblems.noSuchClass);
  const { lesson, opens, hasOpened } = row;
  if (!lesson) throw new Problem(problems.noSuchLesson);
  const found = withRights(row.class, viewer);
  const opening = mayOpenLesson(
    { isStaff: found.isStaff, hasSeat: found.hasSeat, hasOpened },
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
  return { class: found, lesson };
}
export type Admission = Awaited<ReturnType<typeof admitToLesson>>;
