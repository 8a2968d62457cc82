export interface ReadonlyStore<State> {
  readonly state: () => State;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Store<State> extends ReadonlyStore<State> {
  readonly set: (next: State) => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
