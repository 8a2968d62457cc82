import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import type { Log } from "../../src/platform/log.ts";
import type { StripeKeys } from "./keys.ts";

export interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: StripeKeys;
  /** Parameters may contain a card number, so the hash is keyed. */
  readonly fingerprintKey: Buffer;
  readonly deliverSoon: () => void;
}
