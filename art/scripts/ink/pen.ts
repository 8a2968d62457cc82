import { fitPath } from "./curve-fit.ts";
import { flatten, resample, type Polyline } from "./path.ts";
import { coordinates, distance, type Point } from "./point.ts";
import { seededRandom, seedFrom, smoothNoise, type Random } from "./random.ts";

/** Widths and lengths are in drawing units; shares run from 0 to 1. */
export interface Pen {
  width?: number;
  /** Share of the length over which the stroke reaches full width. */
  fadeIn?: number;
  /** Share of the length over which the stroke thins out. */
  fadeOut?: number;
  /** Width of both ends as a share of the full width. */
  thinnest?: number;
  /** A nib held at an angle thickens vertical lines and thins horizontal ones. */
  contrast?: number;
  /** Slow variation of the width, as a share of it. */
  roughness?: number;
  /** Maximum distance from the line. */
  tremble?: number;
  /** Defaults to a seed derived from the path. */
  seed?: number;
  /** Maximum distance from the exact outline. A smaller value makes a larger file. */
  tolerance?: number;
}

const usualPen: Required<Omit<Pen, "seed">> = {
  width: 6,
  fadeIn: 0.3,
  fadeOut: 0.45,
  thinnest: 0.12,
  contrast: 0.22,
  roughness: 0.06,
  tremble: 0.35,
  tolerance: 0.4,
};

const roughnessLength = 14;
const trembleLength = 24;

/** Radians. */
const cornerTurn = 0.7;

/** Returns the outline of the ink along a path. A closed path becomes a ring without faded ends. */
export function penStroke(path: string, pen: Pen = {}): string {
  const held = { ...usualPen, ...pen };
  const random = seededRandom(pen.seed ?? seedFrom(path));
  return flatten(path, 2)
    .filter(({ points }) => points.length > 1)
    .map((line) => outline(line, held, random))
    .join("");
}

function outline(line: Polyline, pen: Required<Omit<Pen, "seed">>, random: Random): string {
  const [left, right] = edges(line, pen, random);
  const back = right.toReversed();
  const [leftStart, backStart] = [left[0], back[0]];
  if (!leftStart || !backStart) return "";
  const there = `M${coordinates(leftStart)}${fitPath(left, pen.tolerance)}`;
  const turn = line.closed ? `ZM${coordinates(backStart)}` : `L${coordinates(backStart)}`;
  return `${there}${turn}${fitPath(back, pen.tolerance)}Z`;
}

function edges(line: Polyline, pen: Required<Omit<Pen, "seed">>, random: Random): [Point[], Point[]] {
  const roughness = smoothNoise(random);
  const tremble = smoothNoise(random);
  const points = evenlySpaced(line);
  const left: Point[] = [];
  const right: Point[] = [];
  let travelled = 0;
  const length = totalLength(points);
  for (const [index, point] of points.entries()) {
    if (index > 0) travelled += distance(points[index - 1] ?? point, point);
    const arriving = direction(points[index - 1] ?? (line.closed ? points.at(-2) : undefined), point);
    const leaving = direction(point, points[index + 1] ?? (line.closed ? points[1] : undefined));
    const along = unit([
      (arriving ?? leaving ?? level)[0] + (leaving ?? arriving ?? level)[0],
      (arriving ?? leaving ?? level)[1] + (leaving ?? arriving ?? level)[1],
    ]);

    const pressure = line.closed ? 1 : pressureAt(travelled / length, pen);
    const slant = 1 + pen.contrast * (Math.abs(along[1]) - 0.5);
    const unevenness = 1 + pen.roughness * roughness(travelled / roughnessLength);
    const half = (pen.width * pressure * slant * unevenness) / 2;
    const off = pen.tremble * tremble(travelled / trembleLength);
    const turn = arriving && leaving ? turnBetween(arriving, leaving) : 0;
    left.push(...edgePoints(point, along, turn, off + half, turn < 0));
    right.push(...edgePoints(point, along, turn, off - half, turn > 0));
  }
  return line.closed ? [closed(left), closed(right)] : [left, right];
}

/** `off` is the distance to the left of the line. The outside of a corner is a small arc, as a round nib leaves it. */
function edgePoints(point: Point, along: Point, turn: number, off: number, outside: boolean): Point[] {
  const steps = outside && Math.abs(turn) > cornerTurn ? 4 : 0;
  const heading = Math.atan2(along[1], along[0]);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = heading + (steps > 0 ? turn * (step / steps - 0.5) : 0);
    return [point[0] - Math.sin(angle) * off, point[1] + Math.cos(angle) * off] as const;
  });
}

const level: Point = [1, 0];

function direction(from: Point | undefined, to: Point | undefined): Point | undefined {
  if (!from || !to || distance(from, to) < 1e-9) return undefined;
  return unit([to[0] - from[0], to[1] - from[1]]);
}

function unit([x, y]: Point): Point {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** Radians, clockwise positive. */
function turnBetween(arriving: Point, leaving: Point): number {
  const cross = arriving[0] * leaving[1] - arriving[1] * leaving[0];
  return Math.atan2(cross, arriving[0] * leaving[0] + arriving[1] * leaving[1]);
}

function evenlySpaced(line: Polyline): Point[] {
  const step = Math.min(6, Math.max(1, totalLength(line.points) / 30));
  const parts: Point[][] = [[]];
  for (const [index, point] of line.points.entries()) {
    parts.at(-1)?.push(point);
    if (isCorner(line.points, index)) parts.push([point]);
  }
  return parts.flatMap((part, index) => resample(part, step).slice(index === 0 ? 0 : 1));
}

function isCorner(points: readonly Point[], index: number): boolean {
  const arriving = direction(points[index - 1], points[index]);
  const leaving = direction(points[index], points[index + 1]);
  return arriving && leaving ? Math.abs(turnBetween(arriving, leaving)) > cornerTurn : false;
}

function pressureAt(share: number, { fadeIn, fadeOut, thinnest }: Required<Omit<Pen, "seed">>): number {
  const rising = fadeIn > 0 ? Math.min(1, (share / fadeIn) ** 0.75) : 1;
  const falling = fadeOut > 0 ? Math.min(1, (Math.max(0, 1 - share) / fadeOut) ** 0.75) : 1;
  return thinnest + (1 - thinnest) * rising * falling;
}

function totalLength(points: readonly Point[]): number {
  return points.reduce((sum, point, index) => sum + distance(points[index - 1] ?? point, point), 0);
}

function closed(points: Point[]): Point[] {
  const [first] = points;
  return first ? [...points.slice(0, -1), first] : points;
}
