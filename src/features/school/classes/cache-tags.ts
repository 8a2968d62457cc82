import type { CacheTag } from "../../../platform/invalidation.ts";

export const catalogTag: CacheTag = "catalog";

export const classTag = (id: string): CacheTag => `class ${id}`;

export const instructorsTag: CacheTag = "instructors";
