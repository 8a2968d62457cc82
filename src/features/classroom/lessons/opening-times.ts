import { sql } from "drizzle-orm";
import { classes } from "../../school/classes/tables.ts";
import { sections } from "./tables.ts";

/**
 * When a section opens in a class; null: from the start. PostgreSQL adds days, then finds the hour in the class's
 * time zone, because a day doesn't always have 86,400 seconds.
 */
export const sectionOpens = sql<Date | null>`case
  when ${classes.startsOn} is null then null
  when ${sections.opensAfterDays} is null then ${classes.startsOn}::timestamp at time zone ${classes.timeZone}
  else (${classes.startsOn} + ${sections.opensAfterDays} + ${sections.opensAt}) at time zone ${classes.timeZone}
end`.mapWith((value: string | Date) => new Date(value));
