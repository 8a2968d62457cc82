import { ApiError } from "../../../../http/client.ts";
import { failureText } from "../../../../ui/connection.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";

type Order = readonly { readonly _id: string; readonly lessons: readonly { readonly _id: string }[] }[];

export interface OrderState {
  readonly isSaving: boolean;
  readonly problem: string | undefined;
}

interface Dependencies {
  /** Returns the new version. */
  readonly send: (orderVersion: number, order: Order) => Promise<number>;
  readonly reload: () => void;
}

export interface OrderSaver extends ReadonlyStore<OrderState> {
  /** Shows the order at once. While one is being saved, only the newest of several waits. */
  readonly save: (orderVersion: number, order: Order) => void;
  readonly settled: () => Promise<void>;
}

/** Saves orders one after another, so that quick moves never conflict. */
export function createOrderSaver({ send, reload }: Dependencies): OrderSaver {
  const { state, set, subscribe } = createStore<OrderState>({ isSaving: false, problem: undefined });
  let next: Order | undefined;
  let running = Promise.resolve();

  const run = async (first: number): Promise<void> => {
    let version = first;
    let problem: string | undefined;
    while (next) {
      const order = next;
      next = undefined;
      try {
        version = await send(version, order);
      } catch (error) {
        problem = problemOf(error);
        next = undefined;
      }
    }
    set({ isSaving: false, problem });
    if (problem) reload();
  };

  return {
    state,
    subscribe,
    save: (orderVersion, order) => {
      next = order;
      if (state().isSaving) return;
      set({ isSaving: true, problem: undefined });
      running = run(orderVersion);
    },
    settled: () => running,
  };
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.code.startsWith("order-")
    ? error.message
    : `The new order wasn’t saved. ${failureText(error)}`;
