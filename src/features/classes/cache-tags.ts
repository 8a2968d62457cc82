import type { CacheTag } from "../../platform/invalidation.ts";

/** The list of approved classes, and everything in it: names, prices, seats. */
export const catalogTag: CacheTag = "catalogue";

/** One class, as its own page shows it. */
export const classTag = (id: string): CacheTag => `class ${id}`;
