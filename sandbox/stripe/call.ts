import type { Transaction } from "../../src/platform/database.ts";
import type { FaultKind } from "./fault-kinds.ts";
import type { Params } from "./form.ts";

/** Why and when something changes. */
export interface Cause {
  readonly tx: Transaction;
  readonly now: Date;
  /** The call that asked for it; null when time did. */
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/**
 * Who calls: our server, with the secret key; or a browser, with the publishable key and the secret of one intent, for
 * which some fields are left out.
 */
export type Caller = "server" | "browser";

/** One call of the API, in its transaction. */
export interface Call extends Cause {
  readonly caller: Caller;
  /** The id in the path, or the one that a browser's client secret belongs to. */
  readonly id: string;
  readonly params: Params;
  readonly fault: FaultKind | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** What one address does. Throws StripeProblem where it changes nothing. */
export type Operation = (call: Call) => Promise<Answer>;

export const done = (body: object): Answer => ({ status: 200, body });
