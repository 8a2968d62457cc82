import { defineEvent } from "../../../platform/events.ts";

/** A denied class was sent again as another one: what belongs to it moves along. */
export const classSentAgain = defineEvent<{ readonly id: string; readonly sentAgainAs: string }>(
  "class sent again",
);

/** An approved class is held again as another one, which takes over its settings. */
export const classHeldAgain = defineEvent<{ readonly id: string; readonly heldAgainAs: string }>(
  "class held again",
);

/** Its drawings wait for another instructor now. `from` is the former one's id. */
export const classHandedOver = defineEvent<{ readonly id: string; readonly from: string }>(
  "class handed over",
);
