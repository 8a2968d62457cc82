import { cubicPoint } from "./cubic.ts";
import { readSegments, type Segment } from "./path-segments.ts";
import { between, distance, type Point } from "./point.ts";

/** A closed polyline repeats its first point. */
export interface Polyline {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** Returns one polyline per M, with points at most about `step` units apart. */
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
  // A last point close to its neighbor would make a kink, so it replaces the neighbor.
  const gap = distance(result.at(-1) ?? first, from);
  if (gap <= step * 0.3 && result.length > 1) result.pop();
  result.push(from);
  return result;
}
