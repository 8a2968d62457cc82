import type { Topic } from "../../platform/invalidation.ts";

/** The list of approved classes, and everything in it: names, prices, seats. */
export const catalogueTopic: Topic = "catalogue";

/** One class, as its own page shows it. */
export const classTopic = (id: string): Topic => `class ${id}`;
