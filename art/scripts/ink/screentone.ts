import { flatten } from "./path.ts";
import { radians, round, type Point } from "./point.ts";
import { clip } from "./svg.ts";
import { palette } from "./palette.ts";

export interface Screentone {
  /** The shape the tone lies on: dots are cut along its edge. */
  on: string;
  /** How dark the tone is at a place, from 0 (bare paper) to 1 (dots touch). Below 0.04 there is no dot. */
  darkness: (x: number, y: number) => number;
  /** Distance between neighbouring dots in drawing units: 9 for fine tone to 20 for a background. */
  gap: number;
  color?: string;
  /** False for a shape that fills the whole sheet, whose edge the picture itself cuts. */
  cut?: boolean;
}

/** A dot as wide as the gap between dots is 10; dots come in whole steps, so that few paths hold them all. */
const stepsPerGap = 10;
const fullDot = 1.12;

/**
 * Halftone dots on a grid turned by 45 degrees. A dot's area follows the darkness. Each run of equal dots is one
 * dashed line whose dashes have no length and round ends: about one byte a dot.
 */
export function screentone({ on, darkness, gap, color = palette.ink, cut = true }: Screentone): string {
  const shape = flatten(on, 4).map(({ points }) => points);
  const rows = new Map<number, string>();
  forEachRun(shape, gap, darkness, (steps, column, row, length) => {
    rows.set(steps, `${rows.get(steps) ?? ""}M${column} ${row}h${length}.1`);
  });
  const dots = [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([steps, path]) => `<path d="${path}" stroke-width="${round(steps / stepsPerGap)}"/>`)
    .join("");
  if (!dots) return "";
  const grid =
    `<g transform="rotate(45)scale(${gap})" fill="none" stroke="${color}" stroke-linecap="round" ` +
    `stroke-dasharray="0 1">${dots}</g>`;
  return cut ? clip(on, grid) : grid;
}

/** Calls `draw` for each run of equal dots in a row of the grid, in grid units; `length` is 0 for a single dot. */
function forEachRun(
  shape: readonly (readonly Point[])[],
  gap: number,
  darkness: (x: number, y: number) => number,
  draw: (steps: number, column: number, row: number, length: number) => void,
): void {
  const turn = Math.cos(radians(45)) * gap;
  const corners = shape.flat().map(([x, y]): Point => [(x + y) / (2 * turn), (y - x) / (2 * turn)]);
  const [firstColumn, lastColumn] = range(corners.map(([column]) => column));
  const [firstRow, lastRow] = range(corners.map(([, row]) => row));
  for (let row = firstRow; row <= lastRow; row++) {
    let start = firstColumn;
    let running = 0;
    for (let column = firstColumn; column <= lastColumn + 1; column++) {
      const place: Point = [(column - row) * turn, (column + row) * turn];
      const steps = column > lastColumn ? 0 : dotAt(place, shape, gap, darkness(...place));
      if (steps === running) continue;
      if (running > 0) draw(running, start, row, column - start - 1);
      [start, running] = [column, steps];
    }
  }
}

/** The dot's diameter in steps, or 0 where there is none. */
function dotAt(place: Point, shape: readonly (readonly Point[])[], gap: number, darkness: number): number {
  if (darkness <= 0.04) return 0;
  const steps = Math.max(1, Math.round(Math.sqrt(Math.min(1, darkness)) * fullDot * stepsPerGap));
  const radius = (steps / stepsPerGap / 2) * gap;
  return isInside(place, shape) || distanceToEdge(place, shape) < radius ? steps : 0;
}

/** By the non-zero winding rule, so that overlapping outlines make one shape. */
function isInside([x, y]: Point, shape: readonly (readonly Point[])[]): boolean {
  let winding = 0;
  for (const points of shape) {
    let from = points.at(-1);
    for (const to of points) {
      if (from && from[1] <= y !== to[1] <= y) {
        const crossing = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
        if (crossing > x) winding += to[1] > from[1] ? 1 : -1;
      }
      from = to;
    }
  }
  return winding !== 0;
}

/** Near enough: the distance to the nearest of the close-set points along the edge. */
function distanceToEdge([x, y]: Point, shape: readonly (readonly Point[])[]): number {
  let nearest = Infinity;
  for (const points of shape) {
    for (const point of points) nearest = Math.min(nearest, Math.hypot(point[0] - x, point[1] - y));
  }
  return nearest;
}

function range(values: readonly number[]): [first: number, last: number] {
  let [first, last] = [Infinity, -Infinity];
  for (const value of values) [first, last] = [Math.min(first, value), Math.max(last, value)];
  return [Math.floor(first), Math.ceil(last)];
}
