import type { CacheTag } from "../../../platform/invalidation.ts";

/** The list of approved classes, with names, prices and seats. */
export const catalogTag: CacheTag = "catalog";

export const classTag = (id: string): CacheTag => `class ${id}`;
