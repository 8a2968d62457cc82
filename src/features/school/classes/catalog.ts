import { type SQL, type SQLWrapper, and, eq, gt, gte, lte, sql } from "drizzle-orm";
import { keysOf } from "../../../platform/keys-of.ts";
import type { Database } from "../../../platform/database.ts";
import type { Page } from "../../../platform/keyset.ts";
import type { Cents } from "../../../platform/money.ts";
import { users } from "../../../access/tables.ts";
import {
  type ClassRow,
  type ListSort,
  type PageRequest,
  type PublicClassRow,
  type Sort,
  listFound,
  listPage,
  listPrepared,
  orders,
} from "./list-classes.ts";
import type { Level } from "./policy.ts";
import { withoutCommonWords, type Match, hasWords, searchClasses } from "./search-classes.ts";
import { classes } from "./tables.ts";
import type { Topic } from "./state.ts";

/** Prices in cents. */
interface Filters {
  readonly topic?: Topic | undefined;
  readonly level?: Level | undefined;
  readonly instructor?: string | undefined;
  readonly min?: Cents | undefined;
  readonly max?: Cents | undefined;
  readonly seats?: "left" | undefined;
}

interface CatalogFilters extends Filters {
  readonly q?: string | undefined;
  readonly match?: Match | undefined;
}

export interface CatalogQuery extends CatalogFilters, PageRequest {
  readonly sort?: Sort | undefined;
}

/** Approved, and the instructor is not suspended. */
export const isListed = sql`(${classes.status} = 'approved' and ${classes.instructorId} not in (select ${users.id} from ${users} where ${users.suspendedAt} is not null))`;

type FilterName = keyof Filters;

const conditions: Readonly<Record<FilterName, (value: SQLWrapper) => SQL>> = {
  topic: (topic) => sql`${classes.topics} @> array[${topic}]::text[]`,
  level: (level) => eq(classes.level, level),
  instructor: (id) => eq(classes.instructorId, id),
  min: (cents) => gte(classes.priceCents, cents),
  max: (cents) => lte(classes.priceCents, cents),
  seats: () => gt(classes.availableSeats, 0),
};
const filterNames = keysOf(conditions);

const namesIn = (filters: Filters): FilterName[] => filterNames.filter((name) => filters[name] !== undefined);

const catalogCondition = (filters: Filters): SQL | undefined =>
  and(isListed, ...namesIn(filters).map((name) => conditions[name](sql`${filters[name]}`)));

export async function listCatalog(db: Database, query: CatalogQuery): Promise<Page<PublicClassRow>> {
  const { match, sort } = query;
  const q = withoutCommonWords(query.q);
  if (!q) {
    const usual = query.q ? "popular" : "newest";
    return listFiltered(db, query, sort === undefined || sort === "relevance" ? usual : sort);
  }
  const condition = catalogCondition(query);
  const search = await searchClasses(db, q, condition, match);
  if (!search) return { rows: [] };
  return sort === undefined || sort === "relevance"
    ? listFound(db, search, condition, query, orders.popular)
    : listPage(db, and(hasWords(search), condition), query, orders[sort]);
}

function listFiltered(db: Database, query: CatalogQuery, sort: ListSort): Promise<Page<PublicClassRow>> {
  const names = namesIn(query);
  const hasPrice = names.includes("min") || names.includes("max");
  return listPrepared(db, query, sort, query, {
    name: names.join("_"),
    condition: () => and(isListed, ...names.map((name) => conditions[name](sql.placeholder(name)))),
    // An index finds a narrow price range, which is then sorted; a wide one is read in list order.
    dependsOnValues: hasPrice && sort !== "price" && sort !== "-price",
  });
}

/** An exact higher count is not worth its cost. */
const maxCounted = 1000;

export async function countCatalog(
  db: Database,
  query: CatalogFilters,
): Promise<{ count: number; isMore: boolean; correctedTo?: string }> {
  const condition = catalogCondition(query);
  const q = withoutCommonWords(query.q);
  const search = q ? await searchClasses(db, q, condition, query.match) : undefined;
  if (q && !search) return { count: 0, isMore: false };
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

const maxSuggestions = 6;

export async function listBeginningWith(db: Database, begins: SQL): Promise<readonly ClassRow[]> {
  return (await listPage(db, and(begins, isListed), { limit: maxSuggestions }, orders.popular)).rows;
}
