import type { Database } from "../../../platform/database.ts";
import { listBeginningWith } from "./catalog.ts";
import { beginningOfNames, lettersIn } from "./search-classes.ts";

/** Suggestions for a partial search; an instructor only if the whole text matches their name. */
export async function suggest(db: Database, text: string) {
  const begins = await beginningOfNames(db, text);
  const rows = begins ? await listBeginningWith(db, begins) : [];
  const typed = lettersIn(text);
  const isMeant = (name: string): boolean => {
    const words = lettersIn(name);
    return typed.every((part) => words.some((word) => word.startsWith(part)));
  };
  const instructors = new Map(
    rows
      .filter(({ instructorName }) => isMeant(instructorName))
      .map(({ instructorId, instructorName }) => [instructorId, instructorName]),
  );
  return {
    instructors: [...instructors].map(([_id, name]) => ({ _id, name })),
    classes: rows.map(({ id, name, instructorName }) => ({ _id: id, className: name, instructorName })),
  };
}
