import type { CacheTag } from "../platform/invalidation.ts";

export const instructorsTag: CacheTag = "instructors";
