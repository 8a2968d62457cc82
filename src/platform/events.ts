import type { Clock } from "./clock.ts";
import type { Transaction } from "./database.ts";
import type { Invalidation } from "./invalidation.ts";

/** Notifies features below the emitter, which it may not import. */
export interface EventType<Payload> {
  readonly name: string;
  /** Never set; makes the compiler compare payloads. */
  readonly payload?: Payload;
}

export const defineEvent = <Payload>(name: string): EventType<Payload> => ({ name });

interface ListenerContext {
  readonly clock: Clock;
  readonly invalidation: Invalidation;
}

type Handle<Payload> = (tx: Transaction, context: ListenerContext, payload: Payload) => Promise<void>;

export interface Listener {
  readonly event: EventType<unknown>;
  readonly handle: Handle<never>;
}

/** `handle` runs in the transaction of the change, which fails with it. */
export const on = <Payload>(event: EventType<Payload>, handle: Handle<Payload>): Listener => ({
  event,
  handle,
});

export type Emit = <Payload>(tx: Transaction, event: EventType<Payload>, payload: Payload) => Promise<void>;

export const createEmit =
  (listeners: readonly Listener[], context: ListenerContext): Emit =>
  async (tx, event, payload) => {
    for (const { handle } of listeners.filter((each) => each.event === event))
      await handle(tx, context, payload as never);
  };
