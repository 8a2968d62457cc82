import { cubicPoint, type Cubic } from "./cubic.ts";
import { coordinates, distance, type Point } from "./point.ts";

/**
 * Fits few cubic curves through many points, which keeps strokes small. `tolerance` is the maximum distance in drawing
 * units. Turns above 50 degrees stay corners. The path starts with C or L: the caller moves to the first point.
 * Source: Philip J. Schneider, "An Algorithm for Automatically Fitting Digitized Curves" (Graphics Gems, 1990).
 */
export function fitPath(points: readonly Point[], tolerance: number): string {
  return splitAtCorners(points)
    .flatMap((run) => fitRun(run, directionBetween(run, 0, 1), directionBetween(run, -1, -2), tolerance))
    .map(([, control1, control2, end]) => `C${coordinates(control1, control2, end)}`)
    .join("");
}

function splitAtCorners(points: readonly Point[]): Point[][] {
  const sharpest = Math.cos((50 * Math.PI) / 180);
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const [index, point] of points.entries()) {
    run.push(point);
    const [before, after] = [points[index - 1], points[index + 1]];
    if (!before || !after) continue;
    if (dot(unit(minus(point, before)), unit(minus(after, point))) < sharpest) {
      runs.push(run);
      run = [point];
    }
  }
  runs.push(run);
  return runs.filter(({ length }) => length > 1);
}

function fitRun(points: readonly Point[], startsTo: Point, endsTo: Point, tolerance: number): Cubic[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  if (points.length === 2) return [straight(first, last, startsTo, endsTo)];

  let shares = sharesOfLength(points);
  let curve: Cubic = straight(first, last, startsTo, endsTo);
  let worst = { off: Infinity, index: points.length >> 1 };
  for (let attempt = 0; attempt < 4; attempt++) {
    curve = leastSquares(points, shares, startsTo, endsTo);
    worst = furthestOff(points, shares, curve);
    if (worst.off <= tolerance) return [curve];
    shares = shares.map((share, index) => closerShare(curve, points[index] ?? first, share));
  }
  const middle = worst.index;
  const through = directionBetween(points, middle - 1, middle + 1);
  return [
    ...fitRun(points.slice(0, middle + 1), startsTo, minus([0, 0], through), tolerance),
    ...fitRun(points.slice(middle), through, endsTo, tolerance),
  ];
}

function straight(start: Point, end: Point, startsTo: Point, endsTo: Point): Cubic {
  const reach = distance(start, end) / 3;
  return [start, plus(start, startsTo, reach), plus(end, endsTo, reach), end];
}

function leastSquares(
  points: readonly Point[],
  shares: readonly number[],
  startsTo: Point,
  endsTo: Point,
): Cubic {
  const [start, end] = [points[0] ?? startsTo, points.at(-1) ?? endsTo];
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0];
  for (const [index, point] of points.entries()) {
    const t = shares[index] ?? 0;
    const u = 1 - t;
    const a0 = plus([0, 0], startsTo, 3 * u * u * t);
    const a1 = plus([0, 0], endsTo, 3 * u * t * t);
    const rest = minus(point, cubicPoint([start, start, end, end], t));
    c00 += dot(a0, a0);
    c01 += dot(a0, a1);
    c11 += dot(a1, a1);
    x0 += dot(a0, rest);
    x1 += dot(a1, rest);
  }
  const determinant = c00 * c11 - c01 * c01;
  const startReach = (x0 * c11 - x1 * c01) / determinant;
  const endReach = (c00 * x1 - c01 * x0) / determinant;
  // A handle longer than the run would throw the curve far out between two points.
  const least = distance(start, end) * 1e-3;
  const most = points.reduce((sum, point, index) => sum + distance(points[index - 1] ?? point, point), 0);
  const usable = [startReach, endReach].every((reach) => reach > least && reach < most);
  if (!usable) return straight(start, end, startsTo, endsTo);
  return [start, plus(start, startsTo, startReach), plus(end, endsTo, endReach), end];
}

function furthestOff(points: readonly Point[], shares: readonly number[], curve: Cubic) {
  let worst = { off: 0, index: points.length >> 1 };
  for (const [index, point] of points.entries()) {
    if (index === 0 || index === points.length - 1) continue;
    const off = distance(cubicPoint(curve, shares[index] ?? 0), point);
    if (off > worst.off) worst = { off, index };
  }
  return worst;
}

/** One Newton step toward the nearest point on the curve. */
function closerShare(curve: Cubic, point: Point, share: number): number {
  const step = 1e-3;
  const [here, ahead, behind] = [share, share + step, share - step].map((t) => cubicPoint(curve, t));
  if (!here || !ahead || !behind) return share;
  const away = minus(here, point);
  const slope = plus([0, 0], minus(ahead, behind), 1 / (2 * step));
  const bend = plus([0, 0], minus(plus(ahead, behind, 1), plus(here, here, 1)), 1 / (step * step));
  const divisor = dot(slope, slope) + dot(away, bend);
  if (Math.abs(divisor) < 1e-9) return share;
  return Math.min(1, Math.max(0, share - dot(away, slope) / divisor));
}

function sharesOfLength(points: readonly Point[]): number[] {
  let length = 0;
  const lengths = points.map((point, index) => (length += distance(points[index - 1] ?? point, point)));
  return lengths.map((soFar) => soFar / (length || 1));
}

function directionBetween(points: readonly Point[], from: number, to: number): Point {
  const [start, end] = [points.at(from), points.at(to)];
  return start && end ? unit(minus(end, start)) : [1, 0];
}

function plus(point: Point, direction: Point, reach: number): Point {
  return [point[0] + direction[0] * reach, point[1] + direction[1] * reach];
}

function minus(to: Point, from: Point): Point {
  return [to[0] - from[0], to[1] - from[1]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}

function unit(direction: Point): Point {
  const length = Math.hypot(...direction) || 1;
  return [direction[0] / length, direction[1] / length];
}
