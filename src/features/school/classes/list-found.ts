import { type SQL, and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import {
  type Page,
  type PageQuery,
  type SortKey,
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
  keepLists,
  listValues,
  preparedAfter,
  preparedCondition,
  rowsToRead,
} from "./prepared-lists.ts";
import { type ClassSearch, matches } from "./search-classes.ts";
import { classSearch, classes } from "./tables.ts";

type FoundSort = "popular" | "newest";
type FoundRow = ClassRow & { readonly rank: number };

interface FoundList {
  readonly request: PageQuery;
  readonly sort: FoundSort;
  readonly filters: ListFilters;
}

/** First the classes that have the words in the class's or instructor's name. Undefined if there are none at all. */
export async function listFound(
  db: Database,
  search: ClassSearch,
  list: FoundList,
): Promise<Page<ClassRow> | undefined> {
  const rows = search.isRare ? await sortFound(db, search, "words", list) : await walkFound(db, search, list);
  if (rows.length === 0) return undefined;
  return toPage(rows, list.request.limit, (row) => [row.rank, ...orders[list.sort].of(row)]);
}

const query = sql`${sql.placeholder("query")}::tsquery`;
const parts = {
  words: matches.words(query),
  names: matches.names(query),
  outsideNames: sql`${matches.words(query)} and not ${matches.names(query)}`,
} as const;
type Part = keyof typeof parts;

const shapeOf = (part: Part, { request, sort }: FoundList) => [
  part,
  sort,
  rowsToRead(request),
  request.cursor === undefined ? "first" : "after",
];

const rank = sql<number>`(${parts.names})::int`;
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

function buildSorted(db: Database, part: Part, list: FoundList, number: number | undefined) {
  const { request, sort, filters } = list;
  const keys = storedOrders[sort].map((name) => storedKeys[name]);
  const found = db
    .select({
      classId: classSearch.classId,
      enrolledStudents: classSearch.enrolledStudents,
      rank: rank.as("rank"),
    })
    .from(classSearch)
    .where(and(parts[part], preparedAfter(keys, request)))
    // By its alias: otherwise PostgreSQL can't tell that this is the order of the whole, and sorts again.
    .orderBy(sql`"rank" desc`, ...orderOf(keys.slice(1)))
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
      .prepare(number === undefined ? "" : `found_${number}`),
  );
}

/** Sorts everything with the words, and only then reads classes, until the page is full. */
async function sortFound(
  db: Database,
  { query: words }: ClassSearch,
  part: Part,
  list: FoundList,
): Promise<FoundRow[]> {
  const { request, sort, filters } = list;
  const build = (number: number | undefined) => buildSorted(db, part, list, number);
  const prepared = sortedLists(db, filters, shapeOf(part, list), build);
  const keys = storedOrders[sort].map((name) => storedKeys[name]);
  return prepared.execute({ ...listValues(filters, keys, request), query: words });
}

const walkedLists = keepLists<ReturnType<typeof buildWalked>>();

function buildWalked(db: Database, part: Part, keys: readonly SortKey[], { request, filters }: FoundList) {
  const isFound = sql`${classes.id} in (select class_id from ${classSearch} where ${parts[part]})`;
  return mapRows(
    classColumns,
    selectClasses(db)
      .where(and(isFound, preparedCondition(filters), preparedAfter(keys, request)))
      .orderBy(...orderOf(keys))
      .limit(literal(rowsToRead(request)))
      // Without a name: the best plan depends on how common the words are.
      .prepare(""),
  );
}

/** Walks the order's index, for words so common that a page is soon full. */
async function walkFound(db: Database, search: ClassSearch, list: FoundList): Promise<FoundRow[]> {
  const { request, sort, filters } = list;
  const walk = async (part: Part, rankOfPart: number): Promise<FoundRow[]> => {
    const keys = [rankKey(sql.raw(`${rankOfPart}::int`)), ...orders[sort].keys];
    const build = () => buildWalked(db, part, keys, list);
    const prepared = walkedLists(db, filters, shapeOf(part, list), build);
    const rows = await prepared.execute({ ...listValues(filters, keys, request), query: search.query });
    return rows.map((row) => ({ ...row, rank: rankOfPart }));
  };
  const inNames = search.isRareInNames ? await sortFound(db, search, "names", list) : await walk("names", 1);
  return inNames.length > request.limit ? inNames : [...inNames, ...(await walk("outsideNames", 0))];
}
