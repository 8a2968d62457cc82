import { sql } from "drizzle-orm";
import { classes } from "../../school/classes/tables.ts";
import { sections } from "./tables.ts";

/** Null: from the start. Computed in the class's time zone, because a day doesn't always have 24 hours. */
export const sectionOpens = sql<Date | null>`case
  when ${classes.startsOn} is null then null
  when ${sections.opensAfterDays} is null then ${classes.startsOn}::timestamp at time zone ${classes.timeZone}
  else (${classes.startsOn} + ${sections.opensAfterDays} + ${sections.opensAt}) at time zone ${classes.timeZone}
end`.mapWith((value: string | Date) => new Date(value));
