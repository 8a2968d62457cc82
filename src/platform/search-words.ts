import { type SQL, and, or, sql } from "drizzle-orm";
import { z } from "zod";

/** Words to search by, as they stand in an address. */
export const searchWords = z
  .string()
  .trim()
  .max(100)
  // PostgreSQL's text cannot hold it.
  .refine((words) => !words.includes("\0"), "Search without control characters");

/**
 * Whether every word stands in the text, or nearly so: pg_trgm forgives a letter too many, missing or wrong.
 * @param text a column or expression in lower case; a trigram index on it serves all conditions
 */
export const matchesWords = (text: SQL, words: string): SQL | undefined =>
  and(
    ...words
      .toLowerCase()
      .split(/\s+/)
      .map((word) => {
        const patterns = spellings(word).map((each) => `%${each.replace(/[\\%_]/g, String.raw`\$&`)}%`);
        return or(sql`${text} like any(${sql.param(patterns)})`, sql`${word} <% ${text}`);
      }),
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
