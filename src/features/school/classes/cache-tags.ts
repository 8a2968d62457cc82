import type { CacheTag } from "../../../platform/invalidation.ts";

export const catalogTag: CacheTag = "catalog";

/** An id in a path may be written in capitals. */
export const classTag = (id: string): CacheTag => `class ${id.toLowerCase()}`;

export const instructorsTag: CacheTag = "instructors";
