import { cubicPoint } from "./cubic.ts";
import { readSegments, type Segment } from "./path-segments.ts";
import { between, distance, type Point } from "./point.ts";

/** A path as short straight steps. A closed one ends where it began. */
export interface Polyline {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** Turns path data into points at most about `step` units apart; one polyline for each M. */
export function flatten(path: string, step = 5): Polyline[] {
  const polylines: { points: Point[]; closed: boolean }[] = [];
  let current: { points: Point[]; closed: boolean } = { points: [], closed: false };
  for (const segment of readSegments(path)) {
    const from = current.points.at(-1);
    if (segment.kind === "move" || !from) {
      current = { points: [segment.to], closed: false };
      polylines.push(current);
      continue;
    }
    current.points.push(...pointsAlong(from, segment, step));
    if (segment.kind === "close") current.closed = true;
  }
  return polylines;
}

function pointsAlong(from: Point, segment: Segment, step: number): Point[] {
  if (segment.kind !== "curve") {
    const count = Math.ceil(distance(from, segment.to) / step);
    return Array.from({ length: count }, (_, index) => between(from, segment.to, (index + 1) / count));
  }
  const { control1, control2, to } = segment;
  const length = distance(from, control1) + distance(control1, control2) + distance(control2, to);
  const count = Math.max(3, Math.ceil(length / step));
  return Array.from({ length: count }, (_, index) =>
    cubicPoint([from, control1, control2, to], (index + 1) / count),
  );
}

/** Points every `step` units along the line, with its first and last. */
export function resample(points: readonly Point[], step: number): Point[] {
  const [first, ...rest] = points;
  if (!first) return [];
  const result: Point[] = [first];
  let from = first;
  let untilNext = step;
  for (const to of rest) {
    let left = distance(from, to);
    while (left >= untilNext) {
      from = between(from, to, untilNext / left);
      result.push(from);
      left -= untilNext;
      untilNext = step;
    }
    untilNext -= left;
    from = to;
  }
  // A last point almost on top of its neighbour would make a kink: it takes the neighbour's place.
  const gap = distance(result.at(-1) ?? first, from);
  if (gap <= step * 0.3 && result.length > 1) result.pop();
  result.push(from);
  return result;
}
