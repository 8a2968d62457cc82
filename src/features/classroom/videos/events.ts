import { defineEvent } from "../../../platform/events.ts";

/** The playable video or the poster changed. */
export const videoChanged = defineEvent<{ readonly videoId: string }>("video changed");
