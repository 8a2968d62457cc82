import { personChanged } from "./features/accounts/events.ts";
import { invalidateVideo } from "./features/lessons/invalidate-outlines.ts";
import { followPerson } from "./features/privacy/follow-person.ts";
import { videoChanged } from "./features/videos/events.ts";
import { type Listener, on } from "./platform/events.ts";

export const listeners: readonly Listener[] = [
  on(videoChanged, invalidateVideo),
  on(personChanged, followPerson),
];
