import {
  type SQL,
  and,
  arrayContains,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import type { Cents } from "../../platform/money.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { pictureColumns } from "../pictures/queries.ts";
import { pictures } from "../pictures/tables.ts";
import { problems, type sorts } from "./contract.ts";
import { type Level, maySeeClass } from "./policy.ts";
import {
  type ClassSearch,
  type Match,
  hasInNames,
  hasOutsideNames,
  hasWords,
  searchClasses,
} from "./search-classes.ts";
import type { ClassStatus } from "./state.ts";
import { classes } from "./tables.ts";
import type { Topic } from "./topics.ts";

const classColumns = {
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
  feedback: classes.feedback,
  version: classes.version,
  decidedAt: classes.decidedAt,
  sentAgainAs: classes.sentAgainAs,
  instructorRole: users.role,
  isInstructorSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
};

const selectClasses = (db: Database) =>
  db
    .select(classColumns)
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
type Sort = (typeof sorts)[number];

/** Prices in cents. */
interface CatalogFilters {
  readonly q?: string | undefined;
  readonly match?: Match | undefined;
  readonly topic?: Topic | undefined;
  readonly level?: Level | undefined;
  readonly instructor?: string | undefined;
  readonly min?: Cents | undefined;
  readonly max?: Cents | undefined;
  readonly seats?: "left" | undefined;
}

export interface CatalogQuery extends CatalogFilters, PageRequest {
  readonly sort?: Sort | undefined;
}

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
  readonly of: (row: ClassRow) => readonly (string | number)[];
}

/** All keys of an order sort in one direction, so that one plain index serves it both ways. */
const orders: Record<Exclude<Sort, "relevance">, Order> = {
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

async function listPage(
  db: Database,
  condition: SQL | undefined,
  request: PageRequest,
  order: Order = orders.newest,
): Promise<Page<ClassRow>> {
  return toPage(await listRows(db, condition, request, order), request.limit, order.of);
}

/**
 * Those with the words in their names first, each part in an order that an index gives: a word of every twentieth class
 * costs no more than a rare one.
 */
async function listFound(
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

/** Approved, and the instructor is not suspended. */
export const isListed = sql`(${classes.status} = 'approved' and ${classes.instructorId} not in (select ${users.id} from ${users} where ${users.suspendedAt} is not null))`;

export async function listCatalog(db: Database, query: CatalogQuery): Promise<Page<ClassRow>> {
  const condition = catalogCondition(query);
  const { q, match, sort } = query;
  if (!q)
    return listPage(
      db,
      condition,
      query,
      orders[sort === undefined || sort === "relevance" ? "newest" : sort],
    );
  const search = await searchClasses(db, q, condition, match);
  if (!search) return { rows: [] };
  return sort === undefined || sort === "relevance"
    ? listFound(db, search, condition, query, orders.popular)
    : listPage(db, and(hasWords(search), condition), query, orders[sort]);
}

/** An exact higher count is not worth its cost. */
const maxCounted = 1000;

export async function countCatalog(
  db: Database,
  query: CatalogFilters,
): Promise<{ count: number; isMore: boolean; correctedTo?: string }> {
  const condition = catalogCondition(query);
  const search = query.q ? await searchClasses(db, query.q, condition, query.match) : undefined;
  if (query.q && !search) return { count: 0, isMore: false };
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(classes)
    .where(search ? and(hasWords(search), condition) : condition)
    .limit(maxCounted + 1)
    .as("found");
  const [counted] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  const count = counted?.count ?? 0;
  return {
    count: Math.min(count, maxCounted),
    isMore: count > maxCounted,
    ...(search?.correctedTo && { correctedTo: search.correctedTo }),
  };
}

const catalogCondition = ({ level, topic, instructor, min, max, seats }: CatalogFilters): SQL | undefined =>
  and(
    isListed,
    level && eq(classes.level, level),
    topic && arrayContains(classes.topics, [topic]),
    instructor ? eq(classes.instructorId, instructor) : undefined,
    min === undefined ? undefined : gte(classes.priceCents, min),
    max === undefined ? undefined : lte(classes.priceCents, max),
    seats && gt(classes.availableSeats, 0),
  );

const maxSuggestions = 6;

/** @param begins from `beginningOfNames`; the most popular first */
export async function listBeginningWith(db: Database, begins: SQL): Promise<readonly ClassRow[]> {
  return (await listPage(db, and(begins, isListed), { limit: maxSuggestions }, orders.popular)).rows;
}

export const listClassesOf = (
  db: Database,
  instructor: { id: string },
  { archived, ...page }: PageRequest & { readonly archived?: "yes" | undefined },
): Promise<Page<ClassRow>> =>
  listPage(db, and(eq(classes.instructorId, instructor.id), isArchived(archived === "yes")), page);

/** Denied classes that were sent again. */
const isArchived = (yes: boolean): SQL => (yes ? isNotNull(classes.archivedAt) : isNull(classes.archivedAt));

/** Newest first; by relevance with `q`. */
export interface ManagedClassesQuery extends PageRequest {
  readonly q?: string | undefined;
  readonly status?: ClassStatus | undefined;
  readonly archived?: "yes" | undefined;
}

export async function listAllClasses(db: Database, query: ManagedClassesQuery): Promise<Page<ClassRow>> {
  const { q, status, archived } = query;
  const condition = and(
    status && eq(classes.status, status),
    // A search includes archived classes.
    archived || !q || status ? isArchived(archived === "yes") : undefined,
  );
  if (!q) return listPage(db, condition, query);
  const search = await searchClasses(db, q, condition);
  return search ? listFound(db, search, condition, query, orders.newest) : { rows: [] };
}

export async function findClass(db: Database, id: string): Promise<ClassRow | undefined> {
  const [row] = await selectClasses(db).where(eq(classes.id, id));
  return row;
}

/** Throws class-not-found, also when the viewer may not see the class. */
export async function readClass(db: Database, viewer: Person | undefined, id: string): Promise<ClassRow> {
  const row = await findClass(db, id);
  if (!row || !maySeeClass(viewer, row)) throw new Problem(problems.noSuchClass);
  return row;
}

export interface ClassHistory {
  readonly sentAgainAs: { readonly id: string; readonly name: string; readonly status: ClassStatus } | null;
  readonly previous: {
    readonly id: string;
    readonly name: string;
    readonly feedback: string | null;
    readonly decidedAt: Date;
  } | null;
}

export async function withHistory<Row extends Pick<ClassRow, "id" | "sentAgainAs">>(
  db: Database,
  rows: readonly Row[],
): Promise<(Omit<Row, "sentAgainAs"> & ClassHistory)[]> {
  const ids = rows.map(({ id }) => id);
  const later = rows.flatMap(({ sentAgainAs }) => sentAgainAs ?? []);
  const related =
    ids.length === 0
      ? []
      : await db
          .select({
            id: classes.id,
            name: classes.name,
            status: classes.status,
            feedback: classes.feedback,
            decidedAt: classes.decidedAt,
            sentAgainAs: classes.sentAgainAs,
          })
          .from(classes)
          .where(or(inArray(classes.sentAgainAs, ids), inArray(classes.id, later)));
  return rows.map((row) => {
    const previous = related.find(({ sentAgainAs }) => sentAgainAs === row.id);
    return {
      ...row,
      sentAgainAs: related.find(({ id }) => id === row.sentAgainAs) ?? null,
      previous: previous?.decidedAt ? { ...previous, decidedAt: previous.decidedAt } : null,
    };
  });
}

export type ClassToDecide = NonNullable<Awaited<ReturnType<typeof lockClassToDecide>>>;

/** Locked until the end of the transaction. */
export async function lockClassToDecide(tx: Transaction, id: string) {
  const [found] = await tx
    .select({
      id: classes.id,
      name: classes.name,
      status: classes.status,
      feedback: classes.feedback,
      decidedBy: classes.decidedBy,
      instructor: { name: users.name, email: users.email },
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.id, id))
    .for("update", { of: classes });
  return found;
}

export const listNamesAndZones = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: classes.id, name: classes.name, timeZone: classes.timeZone })
    .from(classes)
    .where(inArray(classes.id, [...ids]));
