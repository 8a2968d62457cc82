import { and, eq, type SQL, isNotNull, ne, sql, asc, desc, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { type Database, type Transaction, readRows } from "../../../platform/database.ts";
import { takenDownTag } from "../../../platform/invalidation.ts";
import { type PageQuery, readPage, byId } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { isAdult, isAdultOn } from "../../school/guardians/consent.ts";
import { classes } from "../../school/classes/tables.ts";
import { removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { readClass } from "../../school/classes/queries.ts";
import { drawingPaths, mayBePublic, defaultDays } from "../critique/policy.ts";
import {
  submissionTurns,
  submissions,
  classPromises,
  critiquePromises,
  critiques,
} from "../critique/tables.ts";
import { listPictures } from "../critique/queries.ts";
import { admitToGallery } from "./admit-to-gallery.ts";
import { problems } from "./policy.ts";
import type { DrawingPath } from "./queries.ts";
import { comments } from "./tables.ts";

type Context = Pick<AppContext, "db" | "invalidation">;

/** Includes later rounds. Throws what `admitToGallery` throws, nothing-to-show, drawing-hidden. */
export async function showDrawing(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  path: DrawingPath,
): Promise<void> {
  await admitToGallery(context, student, path.classId);
  await context.db.transaction(async (tx) => {
    const [submission] = await tx.select().from(submissions).where(isOwn(student, path)).for("update");
    if (!submission) throw new Problem(problems["drawing-not-found"]);
    if (submission.state === "withdrawn") throw new Problem(problems["nothing-to-show"]);
    if (submission.hiddenAt) throw new Problem(problems["drawing-hidden"]);
    if (submission.sharedAt) return;
    await tx
      .update(submissions)
      .set({ sharedAt: context.clock.now() })
      .where(eq(submissions.id, submission.id));
  });
}

/** Requires no seat, consent or approved class. Throws drawing-not-found. */
export const stopShowing = (context: Context, student: Person, path: DrawingPath): Promise<void> =>
  change(context, student, path, {
    sharedAt: null,
    publicAt: null,
    // A former student has the pictures for another month.
    seatEndedAt: sql`case when ${submissions.seatEndedAt} is not null then 'infinity'::timestamptz end`,
  });

/** The first and accepted rounds. Throws what `admitToGallery` throws, drawing-not-found, drawing-not-for-public. */
export async function publishDrawing(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  student: Person,
  path: DrawingPath,
): Promise<void> {
  const { clock, db, invalidation } = context;
  await admitToGallery(context, student, path.classId);
  await db.transaction(async (tx) => {
    const [submission] = await tx.select().from(submissions).where(isOwn(student, path)).for("update");
    if (!submission) throw new Problem(problems["drawing-not-found"]);
    const facts = {
      isAccepted: submission.state === "accepted",
      isShown: submission.sharedAt !== null,
      isHidden: submission.hiddenAt !== null,
      rounds: await tx.$count(submissionTurns, eq(submissionTurns.submissionId, submission.id)),
    };
    if (!mayBePublic(facts) || !(await isAdult(tx, context, student.id)))
      throw new Problem(problems["drawing-not-for-public"]);
    await tx
      .update(submissions)
      .set({ publicAt: submission.publicAt ?? clock.now() })
      .where(eq(submissions.id, submission.id));
    await invalidation.invalidate(tx, classTag(path.classId));
  });
}

/** The class still sees it. Throws drawing-not-found. */
export const unpublishDrawing = (context: Context, student: Person, path: DrawingPath): Promise<void> =>
  change(context, student, path, { publicAt: null });

async function change(
  { db, invalidation }: Context,
  student: Person,
  path: DrawingPath,
  values: { readonly sharedAt?: null; readonly publicAt: null; readonly seatEndedAt?: SQL },
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(submissions)
      .set(values)
      .where(isOwn(student, path))
      .returning({ id: submissions.id });
    if (changed.length === 0) throw new Problem(problems["drawing-not-found"]);
    if ("sharedAt" in values) {
      const isThere = eq(notifications.path, drawingPaths.inGallery(path.classId, path.id));
      await removeUnread(tx, student.id, ["comment-received"], isThere);
    }
    await invalidation.invalidate(tx, takenDownTag, classTag(path.classId));
  });
}

/** The class's public page shows one of them. */
export async function invalidatePublic(
  tx: Transaction,
  { invalidation }: Pick<AppContext, "invalidation">,
  { personId }: { readonly personId: string },
): Promise<void> {
  const shown = await tx
    .select({ classId: submissions.classId })
    .from(submissions)
    .where(and(eq(submissions.studentId, personId), isNotNull(submissions.publicAt)));
  if (shown.length > 0)
    await invalidation.invalidate(tx, takenDownTag, ...shown.map(({ classId }) => classTag(classId)));
}

const isOwn = (student: Person, { classId, id }: DrawingPath) =>
  and(eq(submissions.id, id), eq(submissions.classId, classId), eq(submissions.studentId, student.id));

const newestDrawings = byId(submissions.id, "descending");
const newestComments = byId(comments.id, "descending");

const place = {
  classId: classes.id,
  className: classes.name,
  lessonTitle: sql<string>`coalesce(${lessonVersions.title}, ${lessons.draft} ->> 'title')`,
};

/** Includes classes in which the person no longer has a seat. */
export async function listShownDrawings(db: Database, { id }: Person, { limit, cursor }: PageQuery) {
  const isShown: SQL | undefined = and(isNotNull(submissions.sharedAt), ne(submissions.state, "withdrawn"));
  return readPage(
    db
      .select({
        ...place,
        id: submissions.id,
        date: sql`${submissions.sharedAt}`.mapWith(submissions.sharedAt),
      })
      .from(submissions)
      .innerJoin(classes, eq(classes.id, submissions.classId))
      .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
      .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId)),
    { keys: newestDrawings, condition: and(eq(submissions.studentId, id), isShown), limit, cursor },
    (row) => [row.id],
  );
}

export async function listOwnComments(db: Database, { id }: Person, { limit, cursor }: PageQuery) {
  return readPage(
    db
      .select({
        ...place,
        id: comments.id,
        text: comments.text,
        date: comments.createdAt,
        isHidden: isNotNull(comments.hiddenAt).mapWith(Boolean),
      })
      .from(comments)
      .innerJoin(submissions, eq(submissions.id, comments.submissionId))
      .innerJoin(classes, eq(classes.id, submissions.classId))
      .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
      .leftJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId)),
    { keys: newestComments, condition: eq(comments.authorId, id), limit, cursor },
    (row) => [row.id],
  );
}

type PracticeContext = Pick<AppContext, "clock" | "db">;

/** For everyone who sees the class; `viewer` undefined: a visitor. Throws class-not-found. */
export async function readPractice(context: PracticeContext, viewer: Person | undefined, classId: string) {
  const { instructorId } = await readClass(context.db, viewer, classId);
  const rows = await readRows<{ days: number }>(
    context.db,
    sql`select coalesce(
      (select days from ${classPromises} where ${classPromises.classId} = ${classId}),
      (select days from ${critiquePromises} where ${critiquePromises.instructorId} = ${instructorId}),
      ${defaultDays}::int
    ) as days
    from ${users} where ${users.id} = ${instructorId} and ${users.role} = 'instructor'`,
  );
  return { critiqueDays: rows[0]?.days ?? null, progress: await findProgress(context, classId) };
}

async function findProgress({ clock, db }: PracticeContext, classId: string) {
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
        isNull(lessons.retiredAt),
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
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (!first || !last) return null;
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
