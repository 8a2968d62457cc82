import type { Topic } from "../../platform/invalidation.ts";

/** Who the instructors are. */
export const instructorsTopic: Topic = "instructors";
