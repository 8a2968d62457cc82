/** Returns a number in [0, 1). */
export type Random = () => number;

/** mulberry32: the same seed draws the same picture on every run. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a. The seed depends on the text alone, so other strokes do not change this one. */
export function seedFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Values from -1 to 1, one per unit of x; repeats after 64 units. */
export function smoothNoise(random: Random): (x: number) => number {
  const values = Array.from({ length: 64 }, () => random() * 2 - 1);
  const valueAt = (index: number) => values[index & 63] ?? 0;
  return (x) => {
    const whole = Math.floor(x);
    const part = x - whole;
    const eased = part * part * (3 - 2 * part);
    return valueAt(whole) * (1 - eased) + valueAt(whole + 1) * eased;
  };
}
