import { defineEvent } from "../../../platform/events.ts";

/** What plays, or the poster, changed. */
export const videoChanged = defineEvent<{ readonly videoId: string }>("video changed");
