import { and, asc, countDistinct, eq, gt, sql } from "drizzle-orm";
import { type Database, firstOrThrow } from "../../../platform/database.ts";
import { byId, type Page, type PageQuery, readPage } from "../../../platform/keyset.ts";
import { isTeaching, users } from "../../../access/tables.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import type { Level } from "../classes/policy.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { pictureColumns, pictures } from "../pictures/tables.ts";
import { instructorProfiles, instructorReach, portfolioPictures } from "./tables.ts";

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  image: users.image,
  headline: sql<string>`coalesce(${instructorProfiles.headline}, '')`,
};

interface Teaching {
  readonly classCount: number;
  readonly teaches: readonly string[];
  readonly levels: readonly Level[];
}

export interface InstructorCard extends Teaching {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly headline: string;
}

const teachingByIds = prepareOnce((db) =>
  db
    .select({
      id: classes.instructorId,
      classCount: sql<number>`count(*)::int`,
      teaches: sql<
        string[]
      >`(array_agg(${classes.name} order by ${classes.enrolledStudents} desc, ${classes.id} desc))[1:3]`,
      levels: sql<Level[]>`array_agg(distinct ${classes.level})`,
    })
    .from(classes)
    .where(
      and(
        sql`${classes.status} = 'approved'`,
        sql`${classes.instructorId} = any(${sql.placeholder("ids")}::uuid[])`,
      ),
    )
    .groupBy(classes.instructorId)
    .prepare("teaching_by_ids"),
);

async function teachingOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Teaching>> {
  if (ids.length === 0) return new Map();
  const rows = await teachingByIds(db).execute({ ids });
  return new Map(rows.map(({ id, ...teaching }) => [id, teaching]));
}

const noTeaching: Teaching = { classCount: 0, teaches: [], levels: [] };

async function withTeaching<Row extends { readonly id: string }>(db: Database, rows: readonly Row[]) {
  const teaching = await teachingOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...(teaching.get(row.id) ?? noTeaching) }));
}

const oldestFirst = byId(users.id, "ascending");

export async function listInstructors(
  db: Database,
  { limit, cursor }: PageQuery,
): Promise<Page<InstructorCard>> {
  const page = await readPage(
    db
      .select(personColumns)
      .from(users)
      .leftJoin(instructorProfiles, eq(instructorProfiles.userId, users.id)),
    { keys: oldestFirst, condition: isTeaching, limit, cursor },
    (row) => [row.id],
  );
  return { ...page, rows: await withTeaching(db, page.rows) };
}

/** Orders by students in approved classes, then by registration. */
export async function listPopularInstructors(
  db: Database,
  limit: number,
): Promise<readonly InstructorCard[]> {
  const taken = await db
    .select(personColumns)
    .from(users)
    .leftJoin(instructorProfiles, eq(instructorProfiles.userId, users.id))
    .innerJoin(instructorReach, eq(instructorReach.instructorId, users.id))
    .where(and(isTeaching, gt(instructorReach.students, 0)))
    // Matches the index, although there are no nulls.
    .orderBy(sql`${instructorReach.students} desc nulls last`, asc(instructorReach.instructorId))
    .limit(limit);
  return withTeaching(
    db,
    taken.length < limit ? [...taken, ...(await listUntaken(db, limit - taken.length))] : taken,
  );
}

const listUntaken = (db: Database, limit: number) =>
  db
    .select(personColumns)
    .from(users)
    .leftJoin(instructorProfiles, eq(instructorProfiles.userId, users.id))
    .leftJoin(instructorReach, eq(instructorReach.instructorId, users.id))
    .where(and(isTeaching, sql`coalesce(${instructorReach.students}, 0) <= 0`))
    .orderBy(asc(users.id))
    .limit(limit);

const profileColumns = {
  bio: sql<string>`coalesce(${instructorProfiles.bio}, '')`,
  links: sql<string[]>`coalesce(${instructorProfiles.links}, '{}')`,
};

const ofInstructor = sql.placeholder("id");

const instructorById = prepareOnce((db) =>
  db
    .select({ ...personColumns, ...profileColumns })
    .from(users)
    .leftJoin(instructorProfiles, eq(instructorProfiles.userId, users.id))
    .where(and(eq(users.id, ofInstructor), isTeaching))
    .prepare("instructor_by_id"),
);

const studentsOf = prepareOnce((db) =>
  db
    .select({ count: countDistinct(enrollments.studentId) })
    .from(enrollments)
    .innerJoin(classes, eq(classes.id, enrollments.classId))
    .where(eq(classes.instructorId, ofInstructor))
    .prepare("students_of_instructor"),
);

/** Undefined for a user who does not teach. */
export async function findInstructor(db: Database, id: string) {
  const [row] = await instructorById(db).execute({ id });
  if (!row) return undefined;
  const [instructors, students, portfolio] = await Promise.all([
    withTeaching(db, [row]),
    studentsOf(db).execute({ id }),
    listPortfolio(db, id),
  ]);
  return { ...firstOrThrow(instructors), studentCount: firstOrThrow(students).count, portfolio };
}

const introducedPictures = 3;

/** Undefined for a user who does not teach. */
export async function findIntroduction(db: Database, id: string) {
  const [[row], portfolio] = await Promise.all([instructorById(db).execute({ id }), listPortfolio(db, id)]);
  return row && { ...row, portfolio: portfolio.slice(0, introducedPictures) };
}

export async function readProfile(db: Database, id: string) {
  const [profile] = await db.select().from(instructorProfiles).where(eq(instructorProfiles.userId, id));
  const { headline = "", bio = "", links = [], updatedAt = null } = profile ?? {};
  return { headline, bio, links, portfolio: await listPortfolio(db, id), updatedAt };
}

const portfolioOf = prepareOnce((db) =>
  db
    .select({
      image: portfolioPictures.image,
      description: portfolioPictures.description,
      picture: pictureColumns,
    })
    .from(portfolioPictures)
    .leftJoin(pictures, eq(pictures.url, portfolioPictures.image))
    .where(eq(portfolioPictures.instructorId, ofInstructor))
    .orderBy(asc(portfolioPictures.position))
    .prepare("portfolio"),
);

const listPortfolio = (db: Database, id: string) => portfolioOf(db).execute({ id });
