import { flatten } from "./path.ts";
import { radians, round, type Point } from "./point.ts";
import { clip } from "./svg.ts";
import { palette } from "./palette.ts";

export interface Screentone {
  /** Dots are clipped at the edge of this shape. */
  on: string;
  /** 0 (bare paper) to 1 (dots touch). No dot below 0.04. */
  darkness: (x: number, y: number) => number;
  /** Distance between dots in drawing units: 9 for fine tone, 20 for a background. */
  gap: number;
  color?: string;
  /** False for a shape that fills the sheet: the picture itself clips the dots. */
  cut?: boolean;
}

/** Dot sizes are quantized, so few paths hold all dots. */
const stepsPerGap = 10;
const fullDot = 1.12;

/**
 * Halftone dots on a grid at 45 degrees; the dot's area follows the darkness. Each run of equal dots is one dashed line
 * with zero-length dashes and round caps, at about one byte per dot.
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

/** Coordinates are in grid units; `length` is 0 for a single dot. */
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

function dotAt(place: Point, shape: readonly (readonly Point[])[], gap: number, darkness: number): number {
  if (darkness <= 0.04) return 0;
  const steps = Math.max(1, Math.round(Math.sqrt(Math.min(1, darkness)) * fullDot * stepsPerGap));
  const radius = (steps / stepsPerGap / 2) * gap;
  return isInside(place, shape) || distanceToEdge(place, shape) < radius ? steps : 0;
}

/** The non-zero winding rule merges overlapping outlines. */
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

/** Approximate: uses the nearest sampled point of the edge. */
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
