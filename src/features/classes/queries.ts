import { type SQL, and, asc, desc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import type { Cents } from "../../platform/money.ts";
import { relevanceOf, searchedBy } from "../../platform/search-words.ts";
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
  level: classes.level,
  priceCents: classes.priceCents,
  availableSeats: classes.availableSeats,
  enrolledStudents: classes.enrolledStudents,
  image: classes.image,
  picture: pictureColumns,
  status: classes.status,
  feedback: classes.feedback,
  version: classes.version,
};

const selectClasses = (db: Database) =>
  db
    .select(classColumns)
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

/** A class with its instructor's name and e-mail. */
export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
type Sort = (typeof sorts)[number];

/** What is wanted of the catalogue; each is optional. Prices in cents. */
export interface CatalogueQuery extends PageRequest {
  readonly q?: string | undefined;
  readonly level?: Level | undefined;
  readonly instructor?: string | undefined;
  readonly min?: Cents | undefined;
  readonly max?: Cents | undefined;
  readonly seats?: "left" | undefined;
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

/** The keys of an order, and their values in a row. */
interface Order {
  readonly keys: readonly SortKey[];
  readonly of: (row: ClassRow & { readonly relevance: number }) => readonly (string | number)[];
}

/** Each order runs one way in all its keys, so that one plain index serves it, read from either end. */
const orders: Record<Exclude<Sort, "relevance">, Order> = {
  newest: { keys: [idKey("descending")], of: (row) => [row.id] },
  popular: { keys: [popularityKey, idKey("descending")], of: (row) => [row.enrolledStudents, row.id] },
  price: { keys: [priceKey("ascending"), idKey("ascending")], of: (row) => [row.priceCents, row.id] },
  "-price": { keys: [priceKey("descending"), idKey("descending")], of: (row) => [row.priceCents, row.id] },
};

/** The words that a class is sought by. */
const searchText = sql`${classes.searchText}`;

const byRelevance = (words: string): Order => ({
  keys: [
    { column: relevanceOf(searchText, words), direction: "descending", value: z.int32() },
    idKey("descending"),
  ],
  of: (row) => [row.relevance, row.id],
});

async function pageOfClasses(
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

/** Approved classes, for everybody. */
export async function listCatalogue(db: Database, query: CatalogueQuery): Promise<Page<ClassRow>> {
  const { q, level, instructor, min, max, seats } = query;
  const words = q?.toLowerCase() ?? "";
  const condition = and(
    eq(classes.status, "approved"),
    level && eq(classes.level, level),
    instructor ? eq(classes.instructorId, instructor) : undefined,
    min === undefined ? undefined : gte(classes.priceCents, min),
    max === undefined ? undefined : lte(classes.priceCents, max),
    seats && gt(classes.availableSeats, 0),
  );
  const searched = words ? await searchedBy(db, classes, searchText, words, condition) : condition;
  return pageOfClasses(db, searched, query, orderOfQuery(query.sort, words), words);
}

function orderOfQuery(sort: Sort | undefined, words: string): Order {
  if (sort && sort !== "relevance") return orders[sort];
  return words ? byRelevance(words) : orders.newest;
}

/** The instructors with most students in their approved classes; who has none yet comes last, the earliest first. */
export const listPopularInstructors = (db: Database, limit: number) => {
  const students = sql`coalesce(sum(${classes.enrolledStudents}), 0)`;
  return db
    .select({ id: users.id, name: users.name, email: users.email, image: users.image })
    .from(users)
    .leftJoin(classes, and(eq(classes.instructorId, users.id), eq(classes.status, "approved")))
    .where(eq(users.role, "instructor"))
    .groupBy(users.id)
    .orderBy(desc(students), asc(users.id))
    .limit(limit);
};

export const listClassesOf = (
  db: Database,
  instructor: { id: string },
  page: PageRequest,
): Promise<Page<ClassRow>> => pageOfClasses(db, eq(classes.instructorId, instructor.id), page);

/** What admins look for; newest first, unless words are sought. */
interface ManagedClassesQuery extends PageRequest {
  readonly q?: string | undefined;
  readonly status?: ClassStatus | undefined;
}

export async function listAllClasses(db: Database, query: ManagedClassesQuery): Promise<Page<ClassRow>> {
  const { q, status } = query;
  const words = q?.toLowerCase() ?? "";
  const condition = status && eq(classes.status, status);
  const searched = words ? await searchedBy(db, classes, searchText, words, condition) : condition;
  return pageOfClasses(db, searched, query, orderOfQuery(undefined, words), words);
}

export async function findClass(db: Database, id: string): Promise<ClassRow | undefined> {
  const [row] = await selectClasses(db).where(eq(classes.id, id));
  return row;
}

/** The class, if the viewer may see it. Throws class-not-found, also for a class that is not public. */
export async function readClass(db: Database, viewer: Person | undefined, id: string): Promise<ClassRow> {
  const row = await findClass(db, id);
  if (!row || !maySeeClass(viewer, row)) throw new Problem(problems.noSuchClass);
  return row;
}

/** What an admin decides on and whom to tell, locked until the end of the transaction. */
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
