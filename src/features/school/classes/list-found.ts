import { type SQL, and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import {
  type Page,
  type PageQuery,
  type SortKey,
  afterCursor,
  literal,
  orderOf,
  toPage,
} from "../../../platform/keyset.ts";
import { mapRows } from "../../../platform/drizzle.ts";
import { users } from "../../../access/tables.ts";
import { pictures } from "../pictures/tables.ts";
import { type ClassRow, classColumns, idKey, orders, popularityKey, selectClasses } from "./list-classes.ts";
import {
  type ListFilters,
  conditionOf,
  keepLists,
  listValues,
  preparedAfter,
  preparedCondition,
  rowsToRead,
} from "./prepared-lists.ts";
import { type ClassSearch, hasInNames, hasOutsideNames, matches } from "./search-classes.ts";
import { classSearch, classes } from "./tables.ts";

type FoundSort = "popular" | "newest";
type Part = keyof typeof matches;
type FoundRow = ClassRow & { readonly rank: number };

/** First the classes that have the words in the class's or instructor's name. Undefined if there are none at all. */
export async function listFound(
  db: Database,
  search: ClassSearch,
  request: PageQuery,
  sort: FoundSort,
  filters: ListFilters,
): Promise<Page<ClassRow> | undefined> {
  const rows = search.isRare
    ? await sortFound(db, search, "words", request, sort, filters)
    : await walkFound(db, search, request, sort, filters);
  if (rows.length === 0) return undefined;
  return toPage(rows, request.limit, (row) => [row.rank, ...orders[sort].of(row)]);
}

const query = sql`${sql.placeholder("query")}::tsquery`;
const rank = sql<number>`(${matches.names(query)})::int`;
const rankKey = (column: SQL): SortKey => ({ column, direction: "descending", value: z.int32() });

/** The keys of `orders`, as stored beside the words. */
const storedKeys = {
  rank: rankKey(rank),
  enrolledStudents: { ...popularityKey, column: classSearch.enrolledStudents },
  classId: { ...idKey("descending"), column: classSearch.classId },
} as const;
const storedOrders = {
  popular: ["rank", "enrolledStudents", "classId"],
  newest: ["rank", "classId"],
} as const;

const sortedLists = keepLists<ReturnType<typeof buildSorted>>();

function buildSorted(db: Database, part: Part, request: PageQuery, sort: FoundSort, filters: ListFilters) {
  const keys = storedOrders[sort].map((name) => storedKeys[name]);
  const found = db
    .select({
      classId: classSearch.classId,
      enrolledStudents: classSearch.enrolledStudents,
      rank: rank.as("rank"),
    })
    .from(classSearch)
    .where(and(matches[part](query), preparedAfter(keys, request)))
    .orderBy(...orderOf(keys))
    .as("found");
  const columns = { ...classColumns, rank: sql<number>`${found.rank}` };
  return mapRows(
    columns,
    db
      .select(columns)
      .from(found)
      .innerJoin(classes, eq(classes.id, found.classId))
      .innerJoin(users, eq(users.id, classes.instructorId))
      .leftJoin(pictures, eq(pictures.url, classes.image))
      .where(preparedCondition(filters))
      .orderBy(...storedOrders[sort].map((name) => desc(found[name])))
      .limit(literal(rowsToRead(request)))
      // Without a name: the best plan depends on how common the words are.
      .prepare(""),
  );
}

/** Sorts everything with the words, and only then reads classes, until the page is full. */
async function sortFound(
  db: Database,
  search: ClassSearch,
  part: Part,
  request: PageQuery,
  sort: FoundSort,
  filters: ListFilters,
): Promise<FoundRow[]> {
  const shape = [part, sort, rowsToRead(request), request.cursor === undefined ? "first" : "after"];
  const list = sortedLists(db, filters, shape, () => buildSorted(db, part, request, sort, filters));
  const keys = storedOrders[sort].map((name) => storedKeys[name]);
  return list.execute({ ...listValues(filters, keys, request), query: search.query });
}

/** Walks the order's index, for words so common that a page is soon full. */
async function walkFound(
  db: Database,
  search: ClassSearch,
  request: PageQuery,
  sort: FoundSort,
  filters: ListFilters,
): Promise<FoundRow[]> {
  const walk = async (found: SQL, rankOfPart: number, limit: number): Promise<FoundRow[]> => {
    const keys = [rankKey(sql`${sql.raw(String(rankOfPart))}::int`), ...orders[sort].keys];
    const rows = await selectClasses(db)
      .where(and(found, conditionOf(filters), afterCursor(keys, request.cursor)))
      .orderBy(...orderOf(keys))
      .limit(limit);
    return rows.map((row) => ({ ...row, rank: rankOfPart }));
  };
  const wanted = request.limit + 1;
  const inNames = search.isRareInNames
    ? await sortFound(db, search, "names", request, sort, filters)
    : await walk(hasInNames(search), 1, wanted);
  if (inNames.length >= wanted) return inNames;
  return [...inNames, ...(await walk(hasOutsideNames(search), 0, wanted - inNames.length))];
}
