import { type SQL, and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import {
  type Page,
  type SortKey,
  afterCursor,
  afterValues,
  decodeCursor,
  literal,
  orderOf,
  toPage,
  readPage,
} from "../../../platform/keyset.ts";
import { mapRows } from "../../../platform/map-rows.ts";
import { prepareOnce } from "../../../platform/prepare-once.ts";
import { users } from "../../../access/tables.ts";
import { pictureColumns } from "../pictures/queries.ts";
import { pictures } from "../pictures/tables.ts";
import type { sorts } from "./contract.ts";
import type { LessonStatus } from "./lesson-status.ts";
import { type ClassSearch, hasInNames, hasOutsideNames, hasWords, rankIn } from "./search-classes.ts";
import { classSearch, classes } from "./tables.ts";

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

const classColumns = {
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

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
export type Sort = (typeof sorts)[number];
export type ListSort = Exclude<Sort, "relevance">;

type Direction = SortKey["direction"];
const idKey = (direction: Direction): SortKey => ({ column: classes.id, direction, value: z.uuid() });
const priceKey = (direction: Direction): SortKey => ({
  column: classes.priceCents,
  direction,
  value: z.int32(),
});
const popularityKey: SortKey = {
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

async function listRows(
  db: Database,
  condition: SQL | undefined,
  { limit, cursor }: PageRequest,
  { keys }: Order,
): Promise<ClassRow[]> {
  return selectClasses(db)
    .where(and(condition, afterCursor(keys, cursor)))
    .orderBy(...orderOf(keys))
    .limit(limit + 1);
}

export async function listPage(
  db: Database,
  condition: SQL | undefined,
  request: PageRequest,
  order: Order = orders.newest,
): Promise<Page<ClassRow>> {
  return toPage(await listRows(db, condition, request, order), request.limit, order.of);
}

interface ListShape {
  /** Equal names have equal conditions. */
  readonly name: string;
  readonly condition: () => SQL | undefined;
  /** The best plan depends on the values, so PostgreSQL plans each execution. */
  readonly dependsOnValues: boolean;
}

/** Few, because PostgreSQL caches one plan per constant limit; extra rows are dropped. */
const limits = [6, 12, 24, 100];
/** Each takes memory on each connection. */
const maxShapes = 200;

const shapesOf = prepareOnce(() => new Map<string, PreparedList>());
type PreparedList = ReturnType<ReturnType<typeof selectPublic>["prepare"]>;

export async function listPrepared(
  db: Database,
  { limit, cursor }: PageRequest,
  sort: ListSort,
  values: object,
  shape: ListShape,
): Promise<Page<PublicClassRow>> {
  const { keys, of } = orders[sort];
  const read = limits.find((each) => each >= limit) ?? limit;
  const name = `${sort} ${read} ${cursor === undefined ? "first" : "after"} ${shape.name}`;
  const shapes = shapesOf(db);
  let list = shapes.get(name);
  if (!list) {
    const isKept = shapes.size < maxShapes;
    const after = afterValues(
      keys,
      keys.map((_, index) => sql.placeholder(`after${index}`)),
    );
    list = mapRows(
      publicColumns,
      selectPublic(db)
        .where(and(shape.condition(), cursor === undefined ? undefined : after))
        .orderBy(...orderOf(keys))
        .limit(literal(read + 1))
        .prepare(isKept && !shape.dependsOnValues ? `catalog_${shapes.size}` : ""),
    );
    if (isKept) shapes.set(name, list);
  }
  const after = cursor === undefined ? [] : decodeCursor(cursor, keys);
  const rows = await list.execute({
    ...values,
    ...Object.fromEntries(after.map((value, index) => [`after${index}`, value])),
  });
  return toPage(rows, limit, of);
}

export const listFound = (
  db: Database,
  search: ClassSearch,
  condition: SQL | undefined,
  request: PageRequest,
  order: Order,
): Promise<Page<ClassRow>> => (search.isRare ? listRare : listCommon)(db, search, condition, request, order);

async function listRare(
  db: Database,
  search: ClassSearch,
  condition: SQL | undefined,
  { limit, cursor }: PageRequest,
  order: Order,
): Promise<Page<ClassRow>> {
  const rank = rankIn(search);
  const keys = [{ column: rank, direction: "descending", value: z.int32() } as const, ...order.keys];
  return readPage(
    db
      .select({ ...classColumns, rank })
      .from(classes)
      .innerJoin(classSearch, eq(classSearch.classId, classes.id))
      .innerJoin(users, eq(users.id, classes.instructorId))
      .leftJoin(pictures, eq(pictures.url, classes.image)),
    { keys, condition: and(hasWords(search), condition), limit, cursor },
    (row) => [row.rank, ...order.of(row)],
  );
}

/** Reads each part in index order: a word of every twentieth class costs no more than a rare one. */
async function listCommon(
  db: Database,
  search: ClassSearch,
  condition: SQL | undefined,
  request: PageRequest,
  order: Order,
): Promise<Page<ClassRow>> {
  const part = (rank: number): Order => ({
    keys: [
      { column: sql`${sql.raw(String(rank))}::int`, direction: "descending", value: z.int32() },
      ...order.keys,
    ],
    of: (row) => [rank, ...order.of(row)],
  });
  const [first, second] = [part(1), part(0)];
  const inNames = await listRows(db, and(hasInNames(search), condition), request, first);
  const left = request.limit - inNames.length;
  const others =
    left < 0
      ? []
      : await listRows(db, and(hasOutsideNames(search), condition), { ...request, limit: left }, second);
  const isInNames = new Set(inNames);
  return toPage([...inNames, ...others], request.limit, (row) =>
    (isInNames.has(row) ? first : second).of(row),
  );
}
