import { type SQL, and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import {
  literal,
  orderOf,
  type Page,
  type PageQuery,
  readPage,
  type SortKey,
  toPage,
} from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import { mapRows } from "../../../platform/drizzle.ts";
import { pictureColumns, pictures } from "../pictures/tables.ts";
import type { sorts } from "./contract.ts";
import type { LessonStatus } from "./lesson-status.ts";
import {
  type ListFilters,
  keepLists,
  listValues,
  preparedAfter,
  preparedCondition,
  rowsToRead,
} from "./prepared-lists.ts";
import { classes } from "./tables.ts";

/** Raw names, because lessons belong to a later feature. Use it in a join, so that columns are qualified. */
export const lessonStatusColumn = sql<LessonStatus>`(
  select case when bool_or(retired_at is null) then 'published' when count(*) > 0 then 'retired' else 'upcoming' end
  from lessons where curriculum_id = ${classes.curriculumId} and published_version_id is not null
)`;

const lessonCountsColumn = sql<{ lessons: number; exercises: number }>`(
  select json_build_object('lessons', count(*), 'exercises', count(*) filter (where kind = 'exercise'))
  from lessons where curriculum_id = ${classes.curriculumId} and published_version_id is not null and retired_at is null
)`;

const publicColumns = {
  id: classes.id,
  instructorId: classes.instructorId,
  instructorName: users.name,
  instructorEmail: users.email,
  name: classes.name,
  description: classes.description,
  outcomes: classes.outcomes,
  tools: classes.tools,
  level: classes.level,
  topics: classes.topics,
  priceCents: classes.priceCents,
  availableSeats: classes.availableSeats,
  enrolledStudents: classes.enrolledStudents,
  image: classes.image,
  picture: pictureColumns,
  status: classes.status,
  lessonStatus: lessonStatusColumn,
  lessonCounts: lessonCountsColumn,
  startsOn: classes.startsOn,
  timeZone: classes.timeZone,
  decidedAt: classes.decidedAt,
};

export const classColumns = {
  ...publicColumns,
  feedback: classes.feedback,
  version: classes.version,
  editedAt: classes.editedAt,
  editedBy: classes.editedBy,
  sentAgainAs: classes.sentAgainAs,
  instructorRole: users.role,
  isInstructorSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
};

export const selectClasses = (db: Database) =>
  db
    .select(classColumns)
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

const selectPublic = (db: Database) =>
  db
    .select(publicColumns)
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];
export type PublicClassRow = Awaited<ReturnType<typeof selectPublic>>[number];

export type Sort = (typeof sorts)[number];
export type ListSort = Exclude<Sort, "relevance">;

type Direction = SortKey["direction"];
export const idKey = (direction: Direction): SortKey => ({ column: classes.id, direction, value: z.uuid() });
const priceKey = (direction: Direction): SortKey => ({
  column: classes.priceCents,
  direction,
  value: z.int32(),
});
export const popularityKey: SortKey = {
  column: classes.enrolledStudents,
  direction: "descending",
  value: z.int32(),
};

interface Order {
  readonly keys: readonly SortKey[];
  readonly of: (row: PublicClassRow) => readonly (string | number)[];
}

/** All keys of an order sort in one direction, so one plain index serves it both ways. */
export const orders: Record<ListSort, Order> = {
  newest: { keys: [idKey("descending")], of: (row) => [row.id] },
  popular: { keys: [popularityKey, idKey("descending")], of: (row) => [row.enrolledStudents, row.id] },
  price: { keys: [priceKey("ascending"), idKey("ascending")], of: (row) => [row.priceCents, row.id] },
  "-price": { keys: [priceKey("descending"), idKey("descending")], of: (row) => [row.priceCents, row.id] },
};

export async function listPage(
  db: Database,
  condition: SQL | undefined,
  request: PageQuery,
  order: Order = orders.newest,
): Promise<Page<ClassRow>> {
  return readPage(selectClasses(db), { keys: order.keys, condition, ...request }, order.of);
}

const catalogList = keepLists<ReturnType<ReturnType<typeof selectPublic>["prepare"]>>();

/** `isNamed` if the best plan does not depend on the values, so that PostgreSQL keeps it. */
export async function listPrepared(
  db: Database,
  request: PageQuery,
  sort: ListSort,
  filters: ListFilters,
  isNamed: boolean,
): Promise<Page<PublicClassRow>> {
  const { keys, of } = orders[sort];
  const limit = rowsToRead(request);
  const shape = [sort, limit, request.cursor === undefined ? "first" : "after"];
  const build = (number: number | undefined) =>
    mapRows(
      publicColumns,
      selectPublic(db)
        .where(and(preparedCondition(filters), preparedAfter(keys, request)))
        .orderBy(...orderOf(keys))
        .limit(literal(limit))
        .prepare(isNamed && number !== undefined ? `catalog_${number}` : ""),
    );
  const list = catalogList(db, filters, shape, build);
  return toPage(await list.execute(listValues(filters, keys, request)), request.limit, of);
}

const walkedList = keepLists<ReturnType<ReturnType<typeof selectPublic>["prepare"]>>();

/**
 * The first classes of an order that meet one condition, of which those with another make the page: a plan that
 * PostgreSQL may keep, however many have it. Undefined if they don't fill the page.
 */
export async function walkPrepared(
  db: Database,
  request: PageQuery,
  sort: ListSort,
  { among, having }: { readonly among: ListFilters; readonly having: ListFilters },
): Promise<Page<PublicClassRow> | undefined> {
  const { keys, of } = orders[sort];
  const limit = rowsToRead(request);
  const shape = [sort, limit, request.cursor === undefined ? "first" : "after", having.name ?? ""];
  const build = (number: number | undefined) =>
    mapRows(
      publicColumns,
      db
        .select(publicColumns)
        .from(
          db
            .select()
            .from(classes)
            .where(and(preparedCondition(among), preparedAfter(keys, request)))
            .orderBy(...orderOf(keys))
            // A condition that an eighth of the classes meet fills it.
            .limit(literal(8 * limit))
            .as("classes"),
        )
        .innerJoin(users, eq(users.id, classes.instructorId))
        .leftJoin(pictures, eq(pictures.url, classes.image))
        .where(preparedCondition(having))
        .orderBy(...orderOf(keys))
        .limit(literal(limit))
        .prepare(number === undefined ? "" : `walked_${number}`),
    );
  const list = walkedList(db, among, shape, build);
  const rows = await list.execute({ ...having.values, ...listValues(among, keys, request) });
  return rows.length > request.limit ? toPage(rows, request.limit, of) : undefined;
}
