import { type SQL, and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import { problems, type sorts } from "./contract.ts";
import { type Level, maySeeClass } from "./policy.ts";
import { classes } from "./tables.ts";

const classColumns = {
  id: classes.id,
  instructorId: classes.instructorId,
  instructorName: users.name,
  instructorEmail: users.email,
  name: classes.name,
  description: classes.description,
  level: classes.level,
  priceCents: classes.priceCents,
  availableSeats: classes.availableSeats,
  enrolledStudents: classes.enrolledStudents,
  image: classes.image,
  status: classes.status,
  feedback: classes.feedback,
  version: classes.version,
};

const selectClasses = (db: Database) =>
  db.select(classColumns).from(classes).innerJoin(users, eq(users.id, classes.instructorId));

/** A class with its instructor's name and e-mail. */
export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
type Sort = (typeof sorts)[number];

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

/** Each order runs one way in all its keys, so that one plain index serves it, read from either end. */
const orders: Record<
  Sort,
  { keys: readonly SortKey[]; of: (row: ClassRow) => readonly (string | number)[] }
> = {
  newest: { keys: [idKey("descending")], of: (row) => [row.id] },
  popular: { keys: [popularityKey, idKey("descending")], of: (row) => [row.enrolledStudents, row.id] },
  price: { keys: [priceKey("ascending"), idKey("ascending")], of: (row) => [row.priceCents, row.id] },
  "-price": { keys: [priceKey("descending"), idKey("descending")], of: (row) => [row.priceCents, row.id] },
};

async function pageOfClasses(
  db: Database,
  condition: SQL | undefined,
  { limit, cursor }: PageRequest,
  sort: Sort = "newest",
): Promise<Page<ClassRow>> {
  const { keys, of } = orders[sort];
  const rows = await selectClasses(db)
    .where(and(condition, afterCursor(keys, cursor)))
    .orderBy(...orderOf(keys))
    .limit(limit + 1);
  return toPage(rows, limit, of);
}

/** Approved classes, for everybody. */
export function listCatalogue(
  db: Database,
  {
    q,
    level,
    sort,
    ...page
  }: PageRequest & { q?: string | undefined; level?: Level | undefined; sort: Sort },
): Promise<Page<ClassRow>> {
  const condition = and(
    eq(classes.status, "approved"),
    level && eq(classes.level, level),
    q ? matches(q.toLowerCase()) : undefined,
  );
  return pageOfClasses(db, condition, page, sort);
}

/** The words as they stand in either name, or nearly so in the class's (pg_trgm forgives slips of the keyboard). */
function matches(words: string): SQL | undefined {
  const pattern = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    sql`lower(${classes.name}) like ${pattern}`,
    sql`lower(${users.name}) like ${pattern}`,
    sql`${words} <% lower(${classes.name})`,
  );
}

export const listClassesOf = (
  db: Database,
  instructor: { id: string },
  page: PageRequest,
): Promise<Page<ClassRow>> => pageOfClasses(db, eq(classes.instructorId, instructor.id), page);

export const listAllClasses = (db: Database, page: PageRequest): Promise<Page<ClassRow>> =>
  pageOfClasses(db, undefined, page);

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
