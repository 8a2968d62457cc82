/** Seconds, [from, to). */
export type SecondRange = [from: number, to: number];

/** Sorted and disjoint. */
export function unite(ranges: readonly SecondRange[]): SecondRange[] {
  const united: SecondRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) united.push([from, to]);
  }
  return united;
}
