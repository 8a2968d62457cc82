import { type SQL, and, or, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { countUpTo } from "./keyset.ts";
import type { Database } from "./database.ts";

/** Ranks only the newest matches. */
export const maxRanked = 1000;

export const searchWords = z
  .string()
  .trim()
  .max(100)
  // PostgreSQL's text type rejects NUL.
  .refine((words) => !words.includes("\0"), "Search without control characters");

/** Exact matches first; the slower fuzzy match runs only if there are none. `text`: lower case, trigram index. */
export async function searchCondition(
  db: Database,
  table: PgTable,
  text: SQL,
  words: string,
  condition?: SQL,
): Promise<SQL | undefined> {
  const exactMatch = and(condition, containsWords(text, words));
  const found = await countUpTo(db, table, exactMatch, 1);
  return found > 0 ? exactMatch : and(condition, fuzzyMatch(text, words));
}

const maxWords = 6;
const splitWords = (words: string): string[] => words.toLowerCase().split(/\s+/).slice(0, maxWords);
const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

export const containsWords = (text: SQL, words: string): SQL | undefined =>
  and(...splitWords(words).map((word) => sql`${text} like ${likePattern(word)}`));

export const fuzzyMatch = (text: SQL, words: string): SQL | undefined =>
  and(
    ...splitWords(words).map((word) =>
      or(sql`${text} like any(${sql.param(typoVariants(word).map(likePattern))})`, sql`${word} <% ${text}`),
    ),
  );

/** Adjacent letters swapped: trigram similarity misses this typo in short words. */
export function typoVariants(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < 4 || letters.length > 20) return [word];
  const swapped = letters
    .slice(1)
    .map((letter, at) =>
      [...letters.slice(0, at), letter, letters[at] ?? "", ...letters.slice(at + 2)].join(""),
    );
  return [...new Set([word, ...swapped])];
}

/** Thousandths: a cursor represents an integer exactly. */
export const relevanceOf = (text: SQL, words: string): SQL<number> =>
  sql<number>`round(word_similarity(${words.toLowerCase()}, ${text})::numeric * 1000)::int`;
