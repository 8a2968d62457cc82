import type { Topic } from "../../platform/changes.ts";

/** Who the instructors are. */
export const instructorsTopic: Topic = "instructors";
