export interface Random {
  /** From 0 to below 1. */
  readonly share: () => number;
  readonly between: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly shuffle: <Item>(items: readonly Item[]) => Item[];
}

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    share,
    between: (from, to) => from + share() * (to - from),
    chance: (probability) => share() < probability,
    pick: (items) => items[Math.floor(share() * items.length)]!,
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: share() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
