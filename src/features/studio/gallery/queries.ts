import { type SQL, and, count, eq, exists, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { type PageQuery, readPage, byId } from "../../../platform/keyset.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { findConsent, mayAppearOn } from "../../school/guardians/consent.ts";
import { mayAppear } from "../../school/guardians/state.ts";
import type { FindPreviews } from "../../school/notifications/word-notifications.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { allOf, anyOf } from "../../../platform/drizzle.ts";
import { hasNoBlock, withPictures } from "../critique/preview-drawings.ts";
import { listPictures } from "../critique/queries.ts";
import { submissionTurns, submissions } from "../critique/tables.ts";
import { lessonVersions, lessons } from "../../classroom/lessons/tables.ts";
import { admitToGallery } from "./admit-to-gallery.ts";
import { problems } from "./policy.ts";
import { comments, nices } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db">;

const newestFirst = byId(submissions.id, "descending");
const oldestFirst = byId(comments.id, "ascending");

const newestNices = byId(nices.id, "descending");

const mayBeSeenBy = (viewer: Person, now: Date): SQL =>
  sql`(${users.id} = ${viewer.id} or (
    ${users.suspendedAt} is null and ${mayAppearOn(now)} and ${hasNoBlock(viewer, users.id)}
  ))`;

/** Students still see their own hidden drawings. */
const isDrawingShownTo = (viewer: Person, now: Date): SQL =>
  allOf(
    isNotNull(submissions.sharedAt),
    ne(submissions.state, "withdrawn"),
    anyOf(isNull(submissions.hiddenAt), eq(submissions.studentId, viewer.id)),
    mayBeSeenBy(viewer, now),
  );

const isCommentShownTo = (viewer: Person, now: Date): SQL =>
  allOf(isNull(comments.hiddenAt), mayBeSeenBy(viewer, now));

const isLatestTurn = and(
  eq(submissionTurns.submissionId, submissions.id),
  sql`${submissionTurns.number} = (
    select max(number) from submission_turns latest where latest.submission_id = ${submissions.id}
  )`,
);

const selectDrawings = (db: Database) =>
  db
    .select({
      id: submissions.id,
      lessonId: submissions.lessonId,
      lessonTitle: lessonVersions.title,
      studentId: users.id,
      studentName: users.name,
      studentImage: users.image,
      isHidden: isNotNull(submissions.hiddenAt).mapWith(Boolean),
      turnId: submissionTurns.id,
      note: submissionTurns.note,
      handedInAt: submissionTurns.handedInAt,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .innerJoin(submissionTurns, isLatestTurn);

interface DrawingRow {
  readonly id: string;
  readonly turnId: string;
}

/** Counts only comments and reactions of people visible to the viewer. */
async function complete<Row extends DrawingRow>(
  { clock, db }: Context,
  viewer: Person,
  rows: readonly Row[],
) {
  if (rows.length === 0) return [];
  const pictures = await listPictures(
    db,
    rows.map(({ turnId }) => turnId),
  );
  const counts = await db
    .select({ submissionId: comments.submissionId, count: count() })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(
      and(
        inArray(
          comments.submissionId,
          rows.map(({ id }) => id),
        ),
        isCommentShownTo(viewer, clock.now()),
      ),
    )
    .groupBy(comments.submissionId);
  const reactions = await db
    .select({
      submissionId: nices.submissionId,
      count: count(),
      isNice: sql<boolean>`bool_or(${nices.personId} = ${viewer.id})`,
    })
    .from(nices)
    .innerJoin(users, eq(users.id, nices.personId))
    .where(
      and(
        inArray(
          nices.submissionId,
          rows.map(({ id }) => id),
        ),
        mayBeSeenBy(viewer, clock.now()),
      ),
    )
    .groupBy(nices.submissionId);
  const countOf = new Map(counts.map((each) => [each.submissionId, each.count]));
  const reactionsTo = new Map(reactions.map((each) => [each.submissionId, each]));
  return rows.map((row) => ({
    ...row,
    pictures: pictures.get(row.turnId) ?? [],
    comments: countOf.get(row.id) ?? 0,
    nices: reactionsTo.get(row.id)?.count ?? 0,
    isNice: reactionsTo.get(row.id)?.isNice ?? false,
  }));
}

/** Newest first. Throws what `admitToGallery` throws. */
export async function listGallery(context: Context, viewer: Person, classId: string, page: PageQuery) {
  await admitToGallery(context, viewer, classId);
  const isListed = and(eq(submissions.classId, classId), isDrawingShownTo(viewer, context.clock.now()));
  const found = await readPage(
    selectDrawings(context.db),
    { keys: newestFirst, condition: isListed, ...page },
    ({ id }) => [id],
  );
  return { ...found, rows: await complete(context, viewer, found.rows) };
}

export interface DrawingPath {
  readonly classId: string;
  readonly id: string;
}

/** Throws what `admitToGallery` throws, and drawing-not-found. */
export async function readDrawing(context: Context, viewer: Person, { classId, id }: DrawingPath) {
  await admitToGallery(context, viewer, classId);
  const rows = await selectDrawings(context.db).where(
    and(
      eq(submissions.classId, classId),
      eq(submissions.id, id),
      isDrawingShownTo(viewer, context.clock.now()),
    ),
  );
  const [drawing] = await complete(context, viewer, rows);
  if (!drawing) throw new Problem(problems["drawing-not-found"]);
  return drawing;
}

/** Oldest first. Throws what `readDrawing` throws. */
export async function listComments(context: Context, viewer: Person, path: DrawingPath, page: PageQuery) {
  const drawing = await readDrawing(context, viewer, path);
  return readPage(
    context.db
      .select({
        id: comments.id,
        text: comments.text,
        createdAt: comments.createdAt,
        authorId: users.id,
        authorName: users.name,
        authorImage: users.image,
        authorRole: users.role,
      })
      .from(comments)
      .innerJoin(users, eq(users.id, comments.authorId)),
    {
      keys: oldestFirst,
      condition: and(eq(comments.submissionId, drawing.id), isCommentShownTo(viewer, context.clock.now())),
      ...page,
    },
    ({ id }) => [id],
  );
}

/** For the student of the drawing alone, newest first. Throws what `readDrawing` throws. */
export async function listNices(context: Context, student: Person, path: DrawingPath, page: PageQuery) {
  const drawing = await readDrawing(context, student, path);
  if (drawing.studentId !== student.id) throw new Problem(problems["drawing-not-found"]);
  return readPage(
    context.db
      .select({ id: nices.id, personId: users.id, name: users.name, image: users.image })
      .from(nices)
      .innerJoin(users, eq(users.id, nices.personId)),
    {
      keys: newestNices,
      condition: and(eq(nices.submissionId, drawing.id), mayBeSeenBy(student, context.clock.now())),
      ...page,
    },
    ({ id }) => [id],
  );
}

/** For the student of a drawing in a gallery that is open to them. */
export const previewComments: FindPreviews = async (context, reader, ids) => {
  const { clock, db } = context;
  if (!mayAppear(await findConsent(db, context, reader.id))) return [];
  const hasSeat = exists(
    db
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(and(eq(enrollments.studentId, reader.id), eq(enrollments.classId, submissions.classId))),
  );
  const rows = await db
    .select({ id: comments.id, turnId: submissionTurns.id, text: comments.text })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .innerJoin(submissions, eq(submissions.id, comments.submissionId))
    .innerJoin(submissionTurns, isLatestTurn)
    .where(
      and(
        inArray(comments.id, [...ids]),
        eq(submissions.studentId, reader.id),
        isNotNull(submissions.sharedAt),
        isNull(submissions.hiddenAt),
        ne(submissions.state, "withdrawn"),
        hasSeat,
        isCommentShownTo(reader, clock.now()),
      ),
    );
  return withPictures(db, rows);
};
