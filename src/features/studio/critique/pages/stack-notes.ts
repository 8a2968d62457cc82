interface Note {
  /** Where it would begin. */
  readonly wanted: number;
  readonly height: number;
}

/**
 * Where notes begin, in pixels: near where each would, in their order, without covering each other. They end at `bottom` if
 * they fit above it.
 */
export function stackNotes(notes: readonly Note[], gap: number, bottom: number): number[] {
  const tops = notes.map(({ wanted }) => wanted);
  let limit = bottom;
  for (let at = notes.length - 1; at >= 0; at -= 1) {
    const { wanted, height } = notes[at]!;
    tops[at] = Math.min(wanted, limit - height);
    limit = tops[at]! - gap;
  }
  let start = 0;
  return tops.map((top, at) => {
    const placed = Math.max(top, start);
    start = placed + notes[at]!.height + gap;
    return placed;
  });
}
