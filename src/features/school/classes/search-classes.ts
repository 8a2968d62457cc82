import { type SQL, and, like, or, sql } from "drizzle-orm";
import { type Database, firstOrThrow, readRows } from "../../../platform/database.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { typoVariants } from "../../../platform/search-words.ts";
import { classSearch, classes, vocabulary } from "./tables.ts";

/** Stored with the class, so that one index suffices. */
export const searchTextOf = (className: string, instructorName: string): string =>
  `${className} ${instructorName}`.toLowerCase();

/** These fit every class, so they narrow nothing down. */
const common = new Set(
  "anime manga mangas comic comics class classes course courses lesson lessons how to learn draw drawing".split(
    " ",
  ),
);

export const withoutCommonWords = (text: string | undefined): string | undefined =>
  text
    ?.split(/\s+/)
    .filter((word) => !common.has(word.toLowerCase()))
    .join(" ") || undefined;

/** Synonyms, in the singular unless nobody uses it. */
const groups = [
  ["clothes", "clothing", "costume", "dress", "fabric", "fashion", "fold", "garment", "outfit", "wardrobe"],
  ["anatomy", "body", "figure", "hand", "head", "pose", "proportion"],
  ["emotion", "expression", "face", "feeling", "mood", "portrait"],
  ["background", "building", "city", "environment", "landscape", "perspective", "scenery", "street"],
  ["cloud", "nature", "sky", "weather"],
  ["light", "screentone", "shade", "shading", "shadow", "tone", "value"],
  ["ink", "inking", "lineart", "linework", "nib", "pen"],
  ["bubble", "font", "lettering", "sfx", "sound", "typography"],
  ["action", "fight", "impact", "motion", "movement", "speed"],
  ["composition", "layout", "page", "panel", "storyboard", "storytelling"],
] as const;

function relatedWords(word: string): readonly string[] {
  const singular = word.replace(/s$/, "");
  return groups.find((group) => group.some((each) => each === word || each === singular)) ?? [];
}

export interface ClassSearch {
  /** A tsquery. */
  readonly query: string;
  readonly isRare: boolean;
  readonly isRareInNames: boolean;
  readonly correctedTo?: string;
}

export type Match = "all" | "any";

interface Search {
  readonly text: string;
  readonly match?: Match | undefined;
  readonly scope: SQL | undefined;
}

const maxWords = 6;

/**
 * Reads with the words as typed, and if that finds nothing, with what was probably meant: synonyms, longer words and
 * corrections of words that no class in `scope` has. `read` answers undefined if it finds nothing.
 */
export async function searchClasses<Result>(
  db: Database,
  { text, match = "all", scope }: Search,
  read: (search: ClassSearch) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const typed = wordsIn(text);
  if (typed.length === 0) return undefined;
  const { words, ...search } = firstOrThrow(await typedSearch(db).execute({ typed }));
  const found = await read(search);
  if (found !== undefined) return found;
  const meant = await meantBy(db, words, match, scope);
  return meant && read(meant);
}

async function meantBy(
  db: Database,
  words: readonly string[],
  match: Match,
  scope: SQL | undefined,
): Promise<ClassSearch | undefined> {
  const isAlone = words.length === 1;
  const meanings = await Promise.all(words.map((word) => meaningOf(db, word, scope, isAlone)));
  const known = meanings.filter((meaning) => meaning !== undefined);
  if (match === "any") return known.length === 0 ? undefined : find(db, anyOf(known.map(formsOfAny)), scope);
  if (known.length < words.length) return undefined;
  const together = await find(db, allOf(known.map(formsOfAny)), scope);
  if (!together || !known.some(({ isCorrected }) => isCorrected)) return together;
  const chosen = await chooseWords(db, known, scope);
  const search = await estimate(db, allOf(chosen.map(formsOfAny)));
  return { ...search, correctedTo: chosen.map(({ word }) => word).join(" ") };
}

/** For each word the closest candidate that some class has together with the others. */
async function chooseWords(
  db: Database,
  meanings: readonly Meaning[],
  scope: SQL | undefined,
): Promise<Meaning[]> {
  const chosen = [...meanings];
  for (const [at, meaning] of meanings.entries()) {
    if (!meaning.isCorrected) continue;
    for (const word of meaning.words) {
      const one = chosen.with(at, { word, words: [word] });
      if (!(await find(db, allOf(one.map(formsOfAny)), scope))) continue;
      chosen[at] = { word, words: [word] };
      break;
    }
  }
  return chosen;
}

const inWords = (query: SQL): SQL => sql`${classSearch.words} @@ ${query}`;
const inNames = (query: SQL): SQL => sql`${classSearch.names} @@ ${query}`;

/** Conditions on `class_search`, for a tsquery. */
export const matches = { words: inWords, names: inNames };

const asQuery = (query: string): SQL => sql`${query}::tsquery`;

export const hasWords = ({ query, isRare }: ClassSearch): SQL => isHeld(isRare, inWords(asQuery(query)));
const hasInNames = ({ query, isRareInNames }: Omit<ClassSearch, "isRare">): SQL =>
  isHeld(isRareInNames, inNames(asQuery(query)));

/** The array forces the words' index: PostgreSQL overestimates rare words and would walk another to its end. */
function isHeld(isRare: boolean, condition: SQL): SQL {
  const holding = sql`select class_id from ${classSearch} where ${condition}`;
  return isRare ? sql`${classes.id} = any(array(${holding}))` : sql`${classes.id} in (${holding})`;
}

export async function beginningOfNames(db: Database, text: string): Promise<SQL | undefined> {
  const words = lettersIn(text).slice(0, maxWords);
  const last = words.pop();
  if (last === undefined) return undefined;
  const query = allOf([...words.map(formsOf), sql`${`'${last}':*`}::tsquery`]);
  const rows = await readRows<Omit<ClassSearch, "isRare">>(
    db,
    sql`select ${query}::text as "query", ${isRarely(inNames(query))} as "isRareInNames"`,
  );
  return hasInNames(firstOrThrow(rows));
}

export const lettersIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** As stemmed and as written, once if these are the same. */
function formsOf(word: string | SQL): SQL {
  const stemmed = sql`plainto_tsquery('pg_catalog.english', ${word})`;
  const written = sql`plainto_tsquery('pg_catalog.simple', ${word})`;
  return sql`case when ${stemmed} = ${written} then ${written} else ${stemmed} || ${written} end`;
}
const allOf = (queries: readonly SQL[]): SQL => joined(queries, sql` && `);
const anyOf = (queries: readonly SQL[]): SQL => joined(queries, sql` || `);
const joined = (queries: readonly SQL[], by: SQL): SQL =>
  sql`(${sql.join(
    queries.map((query) => sql`(${query})`),
    by,
  )})`;

const sampledPart = 0.004;

/** Measured: above about sqrt(14 n) of `n` classes, walking an index to the first page is faster. */
const manyOfSample = sql`(
  select greatest(2, ${sql.raw(String(sampledPart))} * sqrt(14 * greatest(reltuples, 0)))::int
  from pg_class where oid = 'class_search'::regclass
)`;

/**
 * An estimate: counting would cost as much as finding them all. A small catalog is read without sampling. The same pages
 * each time, because these stay in memory.
 */
const isRarely = (condition: SQL): SQL => sql`(
  select count(*) < ${manyOfSample} from (
    select 1 from ${classSearch} tablesample system (${sql.raw(String(100 * sampledPart))}) repeatable (1)
    where ${condition} limit ${manyOfSample}
  ) first
)`;

const estimates = (query: SQL): SQL => sql`
  select ${query}::text as "query", "isRare", "isRare" or ${isRarely(inNames(query))} as "isRareInNames"
  from (select ${isRarely(inWords(query))} as "isRare" offset 0) guess`;

const estimate = async (db: Database, query: SQL): Promise<ClassSearch> =>
  firstOrThrow(await readRows<ClassSearch>(db, estimates(query)));

/** Without stop words, unless nothing else is left. */
const typedQuery = sql`
  with typed as (
    select word, at, ${formsOf(sql`word`)} as forms,
      numnode(plainto_tsquery('pg_catalog.english', word)) = 0 as "isStopWord"
    from unnest(${sql.placeholder("typed")}::text[]) with ordinality typed (word, at)
  ), kept as (
    select word, at, forms from typed
    where not "isStopWord" or not exists (select 1 from typed where not "isStopWord")
    order by at limit ${sql.raw(String(maxWords))}
  )
  select array_agg(word order by at) as words,
    coalesce(string_agg('(' || forms::text || ')', ' & ' order by at) filter (where numnode(forms) > 0), '')::tsquery as query
  from kept`;

/** Of `typed`, words in lower case. Its plan doesn't depend on them. */
const typedSearch = prepareOnce((db) =>
  db
    .select({
      words: sql<string[]>`words`,
      query: sql<string>`guess."query"`,
      isRare: sql<boolean>`"isRare"`,
      isRareInNames: sql<boolean>`"isRareInNames"`,
    })
    .from(sql`(${typedQuery}) asked, lateral (${estimates(sql`asked.query`)}) guess`)
    .prepare("typed_search"),
);

/** Undefined if no class in `scope` matches. One statement, which PostgreSQL evaluates only as far as needed. */
async function find(db: Database, query: SQL, scope: SQL | undefined): Promise<ClassSearch | undefined> {
  const hasAny = (isRare: boolean): SQL =>
    sql`exists (select 1 from ${classes} where ${and(isHeld(isRare, inWords(query)), scope)})`;
  const rows = await readRows<ClassSearch & { isFound: boolean }>(
    db,
    sql`
    select *, case when "isRare" then ${hasAny(true)} else ${hasAny(false)} end as "isFound"
    from (${estimates(query)}) estimates`,
  );
  const { isFound, ...search } = firstOrThrow(rows);
  return isFound ? search : undefined;
}

interface Meaning {
  readonly word: string;
  readonly words: readonly string[];
  readonly isCorrected?: true;
}

const formsOfAny = ({ words }: Meaning): SQL => anyOf(words.map(formsOf));

async function meaningOf(
  db: Database,
  word: string,
  scope: SQL | undefined,
  isUnknown: boolean,
): Promise<Meaning | undefined> {
  const areFound = (words: readonly string[]) =>
    words.length > 0 && find(db, anyOf(words.map(formsOf)), scope);
  if (!isUnknown && (await areFound([word]))) return { word, words: [word] };
  // The vocabulary has no words with digits.
  if (/\d/.test(word)) return undefined;
  const related = relatedWords(word);
  if (await areFound(related)) return { word, words: related };
  const longer = await longerWords(db, word);
  if (await areFound(longer)) return { word, words: longer };
  const alike = await wordsAlike(db, word);
  const [closest] = alike;
  return closest !== undefined && (await areFound(alike))
    ? { word: closest, words: alike, isCorrected: true }
    : undefined;
}

const maxLonger = 20;
/** Trigrams find no shorter part within words. */
const minPartLength = 3;

/** Words that begin with it, as while typing; otherwise those that contain it. */
async function longerWords(db: Database, part: string): Promise<string[]> {
  const pattern = part.replace(/[\\%_]/g, String.raw`\$&`);
  const beginning = await wordsLike(db, `${pattern}%`);
  return beginning.length > 0 || part.length < minPartLength ? beginning : wordsLike(db, `%${pattern}%`);
}

async function wordsLike(db: Database, pattern: string): Promise<string[]> {
  const rows = await db
    .select({ word: vocabulary.word })
    .from(vocabulary)
    .where(like(vocabulary.word, pattern))
    .orderBy(sql`length(${vocabulary.word})`, vocabulary.word)
    .limit(maxLonger);
  return rows.map(({ word }) => word);
}

const maxAlike = 8;

async function wordsAlike(db: Database, typed: string): Promise<string[]> {
  const swapped = sql`${vocabulary.word} = any(${sql.param(typoVariants(typed))})`;
  const rows = await db
    .select({ word: vocabulary.word })
    .from(vocabulary)
    .where(or(swapped, sql`${vocabulary.word} % ${typed}`, sql`${typed} <% ${vocabulary.word}`))
    .orderBy(sql`${swapped} desc`, sql`similarity(${vocabulary.word}, ${typed}) desc`, vocabulary.word)
    .limit(maxAlike);
  return rows.map(({ word }) => word);
}
