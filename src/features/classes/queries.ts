import { type SQL, and, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import type { Cents } from "../../platform/money.ts";
import { relevanceOf, searchCondition } from "../../platform/search-words.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { pictureColumns } from "../pictures/queries.ts";
import { pictures } from "../pictures/tables.ts";
import { problems, type sorts } from "./contract.ts";
import { type Level, maySeeClass } from "./policy.ts";
import type { ClassStatus } from "./state.ts";
import { classes } from "./tables.ts";

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
  readonly of: (row: ClassRow & { readonly relevance: number }) => readonly (string | number)[];
}

/** All keys of an order sort in one direction, so that one plain index serves it both ways. */
const orders: Record<Exclude<Sort, "relevance">, Order> = {
  newest: { keys: [idKey("descending")], of: (row) => [row.id] },
  popular: { keys: [popularityKey, idKey("descending")], of: (row) => [row.enrolledStudents, row.id] },
  price: { keys: [priceKey("ascending"), idKey("ascending")], of: (row) => [row.priceCents, row.id] },
  "-price": { keys: [priceKey("descending"), idKey("descending")], of: (row) => [row.priceCents, row.id] },
};

const searchText = sql`${classes.searchText}`;

const byRelevance = (words: string): Order => ({
  keys: [
    { column: relevanceOf(searchText, words), direction: "descending", value: z.int32() },
    idKey("descending"),
  ],
  of: (row) => [row.relevance, row.id],
});

async function listPage(
  db: Database,
  condition: SQL | undefined,
  { limit, cursor }: PageRequest,
  { keys, of }: Order = orders.newest,
  words = "",
): Promise<Page<ClassRow>> {
  const rows = await db
    .select({ ...classColumns, relevance: words ? relevanceOf(searchText, words) : sql<number>`0` })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image))
    .where(and(condition, afterCursor(keys, cursor)))
    .orderBy(...orderOf(keys))
    .limit(limit + 1);
  return toPage(rows, limit, of);
}

/** Approved, and the instructor is not suspended. */
export const isListed = sql`(${classes.status} = 'approved' and ${classes.instructorId} not in (select ${users.id} from ${users} where ${users.suspendedAt} is not null))`;

export async function listCatalog(db: Database, query: CatalogQuery): Promise<Page<ClassRow>> {
  const words = query.q?.toLowerCase() ?? "";
  const searched = await catalogCondition(db, query, words);
  return listPage(db, searched, query, orderOfQuery(query.sort, words), words);
}

/** An exact higher count is not worth its cost. */
const maxCounted = 1000;

export async function countCatalog(
  db: Database,
  query: CatalogFilters,
): Promise<{ count: number; isMore: boolean }> {
  const searched = await catalogCondition(db, query, query.q?.toLowerCase() ?? "");
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(classes)
    .where(searched)
    .limit(maxCounted + 1)
    .as("found");
  const [counted] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  const count = counted?.count ?? 0;
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}

async function catalogCondition(
  db: Database,
  { level, instructor, min, max, seats }: CatalogFilters,
  words: string,
): Promise<SQL | undefined> {
  const condition = and(
    isListed,
    level && eq(classes.level, level),
    instructor ? eq(classes.instructorId, instructor) : undefined,
    min === undefined ? undefined : gte(classes.priceCents, min),
    max === undefined ? undefined : lte(classes.priceCents, max),
    seats && gt(classes.availableSeats, 0),
  );
  return words ? searchCondition(db, classes, searchText, words, condition) : condition;
}

function orderOfQuery(sort: Sort | undefined, words: string): Order {
  if (sort && sort !== "relevance") return orders[sort];
  return words ? byRelevance(words) : orders.newest;
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
  const words = q?.toLowerCase() ?? "";
  const condition = and(
    status && eq(classes.status, status),
    // A search includes archived classes.
    archived || !words || status ? isArchived(archived === "yes") : undefined,
  );
  const searched = words ? await searchCondition(db, classes, searchText, words, condition) : condition;
  return listPage(db, searched, query, orderOfQuery(undefined, words), words);
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
