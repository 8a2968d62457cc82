import type { Transaction } from "../../src/platform/database.ts";
import type { FaultKind } from "./faults.ts";
import type { Params } from "./parameters.ts";

export interface Cause {
  readonly tx: Transaction;
  readonly now: Date;
  /** Null when a timer causes the change. */
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** "server" has the secret key. "browser" has the publishable key and one client secret, and sees fewer fields. */
export type Caller = "server" | "browser";

export interface Call extends Cause {
  readonly caller: Caller;
  /** From the path, or from the browser's client secret. */
  readonly id: string;
  readonly params: Params;
  readonly fault: FaultKind | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Throws StripeProblem only when nothing has changed. */
export type Operation = (call: Call) => Promise<Answer>;

export const done = (body: object): Answer => ({ status: 200, body });
