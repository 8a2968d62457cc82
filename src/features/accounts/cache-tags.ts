import type { CacheTag } from "../../platform/invalidation.ts";

/** Who the instructors are. */
export const instructorsTag: CacheTag = "instructors";
