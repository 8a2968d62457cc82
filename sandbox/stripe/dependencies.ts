import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import type { Log } from "../../src/platform/log.ts";
import type { StripeKeys } from "./keys.ts";

/** What the sandbox's dependencies share. */
export interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: StripeKeys;
  /** Hashes the parameters of calls that come with an idempotency key. */
  readonly fingerprintKey: Buffer;
  /** Posts what there is to be posted, soon; returns at once. */
  readonly deliverSoon: () => void;
}
