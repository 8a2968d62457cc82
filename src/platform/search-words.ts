import { type SQL, and, or, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "./database.ts";

/** Words to search by, as they stand in an address; the first six are sought. */
export const searchWords = z
  .string()
  .trim()
  .max(100)
  // PostgreSQL's text cannot hold it.
  .refine((words) => !words.includes("\0"), "Search without control characters");

/**
 * The condition by which a table is searched: every word stands in the text as it is written; or nearly so, where that
 * finds nothing. Who spells well is not shown lookalikes, and is answered several times as fast.
 * @param text a column or expression in lower case, with a trigram index on it
 * @param condition what else must hold
 */
export async function searchedBy(
  db: Database,
  table: PgTable,
  text: SQL,
  words: string,
  condition?: SQL,
): Promise<SQL | undefined> {
  const asWritten = and(condition, holdsWords(text, words));
  const found = await db
    .select({ one: sql`1` })
    .from(table)
    .where(asWritten)
    .limit(1);
  return found.length > 0 ? asWritten : and(condition, matchesWords(text, words));
}

/** As many as the names of things have: each further one is another question to the database. */
const maxWords = 6;
const each = (words: string): string[] => words.toLowerCase().split(/\s+/).slice(0, maxWords);
const within = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const holdsWords = (text: SQL, words: string): SQL | undefined =>
  and(...each(words).map((word) => sql`${text} like ${within(word)}`));

/**
 * Whether every word stands in the text, or nearly so: pg_trgm forgives a letter too many, missing or wrong.
 * @param text a column or expression in lower case; a trigram index on it serves all conditions
 */
export const matchesWords = (text: SQL, words: string): SQL | undefined =>
  and(
    ...each(words).map((word) =>
      or(sql`${text} like any(${sql.param(spellings(word).map(within))})`, sql`${word} <% ${text}`),
    ),
  );

/**
 * The word, and what it is when two neighbouring letters have changed places: the commonest slip, and too much of a short
 * word for similarity to see through.
 */
function spellings(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < 4 || letters.length > 20) return [word];
  const swapped = letters
    .slice(1)
    .map((letter, at) =>
      [...letters.slice(0, at), letter, letters[at] ?? "", ...letters.slice(at + 2)].join(""),
    );
  return [...new Set([word, ...swapped])];
}

/** How well the text fits the words, in thousandths: a whole number, so that a cursor holds it exactly. */
export const relevanceOf = (text: SQL, words: string): SQL<number> =>
  sql<number>`round(word_similarity(${words.toLowerCase()}, ${text})::numeric * 1000)::int`;
