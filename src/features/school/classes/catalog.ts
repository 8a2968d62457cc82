import { type SQL, type SQLWrapper, and, eq, gt, gte, lte, sql } from "drizzle-orm";
import { keysOf } from "../../../platform/keys-of.ts";
import type { Database } from "../../../platform/database.ts";
import { type Page, type PageQuery, literal } from "../../../platform/keyset.ts";
import type { Cents } from "../../../platform/money.ts";
import { users } from "../../../access/tables.ts";
import {
  type ClassRow,
  type ListSort,
  type PublicClassRow,
  type Sort,
  listPage,
  listPrepared,
  walkPrepared,
  orders,
} from "./list-classes.ts";
import type { Level } from "./policy.ts";
import { listFound } from "./list-found.ts";
import { type ListFilters, conditionOf, keepLists, preparedCondition } from "./prepared-lists.ts";
import {
  type ClassSearch,
  type Match,
  hasWords,
  searchClasses,
  withoutCommonWords,
} from "./search-classes.ts";
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

export interface CatalogQuery extends CatalogFilters, PageQuery {
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

const filtersBy = (filters: Filters, ...others: readonly SQL[]): ListFilters => {
  const names = filterNames.filter((name) => filters[name] !== undefined);
  return {
    name: names.join("_"),
    values: Object.fromEntries(names.map((name) => [name, filters[name]])),
    condition: (valueOf) => and(...others, ...names.map((name) => conditions[name](valueOf(name)))),
  };
};

const listFilters = (filters: Filters): ListFilters => filtersBy(filters, isListed);

export async function listCatalog(db: Database, query: CatalogQuery): Promise<Page<PublicClassRow>> {
  const { match, sort } = query;
  const filters = listFilters(query);
  const text = withoutCommonWords(query.q);
  if (!text) {
    const usual = query.q ? "popular" : "newest";
    return listFiltered(db, query, sort === undefined || sort === "relevance" ? usual : sort, filters);
  }
  const scope = conditionOf(filters);
  const page = await searchClasses<Page<PublicClassRow>>(db, { text, match, scope }, (search) =>
    sort === undefined || sort === "relevance"
      ? listFound(db, search, { request: query, sort: "popular", filters })
      : listWithWords(db, search, scope, query, sort),
  );
  return page ?? { rows: [] };
}

async function listWithWords(
  db: Database,
  search: ClassSearch,
  scope: SQL | undefined,
  request: PageQuery,
  sort: ListSort,
): Promise<Page<PublicClassRow> | undefined> {
  const page = await listPage(db, and(hasWords(search), scope), request, orders[sort]);
  return page.rows.length === 0 ? undefined : page;
}

const hasPrice = ({ min, max }: Filters): boolean => min !== undefined || max !== undefined;

/**
 * A wide price range is read in list order, which soon fills a page. An index finds a narrow one, which is then sorted;
 * whether it is narrow, PostgreSQL estimates from the values.
 */
async function listFiltered(db: Database, query: CatalogQuery, sort: ListSort, filters: ListFilters) {
  if (!hasPrice(query) || sort === "price" || sort === "-price")
    return listPrepared(db, query, sort, filters, true);
  const { min, max, ...others } = query;
  const walked = { among: listFilters(others), having: filtersBy({ min, max }) };
  return (await walkPrepared(db, query, sort, walked)) ?? listPrepared(db, query, sort, filters, false);
}

/** An exact higher count is not worth its cost. */
const maxCounted = 1000;

interface Counted {
  readonly count: number;
  readonly isMore: boolean;
}

export async function countCatalog(
  db: Database,
  query: CatalogFilters,
): Promise<Counted & { readonly correctedTo?: string }> {
  const filters = listFilters(query);
  const text = withoutCommonWords(query.q);
  if (!text) return countFiltered(db, query, filters);
  const scope = conditionOf(filters);
  const counted = await searchClasses(db, { text, match: query.match, scope }, async (search) => {
    const { correctedTo } = search;
    const found = toCounted(await selectCount(db, and(hasWords(search), scope)));
    return found.count === 0 ? undefined : { ...found, ...(correctedTo && { correctedTo }) };
  });
  return counted ?? { count: 0, isMore: false };
}

const catalogCount = keepLists<ReturnType<ReturnType<typeof selectCount>["prepare"]>>();

async function countFiltered(db: Database, query: Filters, filters: ListFilters): Promise<Counted> {
  const count = catalogCount(db, filters, [], (number) =>
    selectCount(db, preparedCondition(filters)).prepare(
      hasPrice(query) || number === undefined ? "" : `counted_${number}`,
    ),
  );
  return toCounted(await count.execute(filters.values));
}

function selectCount(db: Database, condition: SQL | undefined) {
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(classes)
    .where(condition)
    .limit(literal(maxCounted + 1))
    .as("found");
  return db.select({ count: sql<number>`count(*)::int` }).from(found);
}

function toCounted([counted]: readonly { readonly count: number }[]): Counted {
  const count = counted?.count ?? 0;
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}

const maxSuggestions = 6;

export async function listBeginningWith(db: Database, begins: SQL): Promise<readonly ClassRow[]> {
  return (await listPage(db, and(begins, isListed), { limit: maxSuggestions }, orders.popular)).rows;
}
