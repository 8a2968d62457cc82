/** In units of a page that is `pageWidth` wide. */
type Point = readonly [x: number, y: number];
/** Clockwise from the upper left. */
export type Panel = readonly [Point, Point, Point, Point];

export interface MangaLayout {
  readonly height: number;
  readonly panels: readonly Panel[];
}

export const pageWidth = 160;
/** More would be too small to press on a phone. */
export const maxPanels = 24;
const maxInRow = 6;
const gutter = 2.2;
const minHeight = 92;
const minRowHeight = 28;
/** Shares of a row's height. */
const lean = 0.07;
const tilt = 0.08;

/** Rows of slanted panels that fill the page in reading order, each as wide as its weight within its row. */
export function layOutPanels(weights: readonly number[]): MangaLayout {
  const count = weights.length;
  const rows = Math.max(1, Math.round(Math.sqrt(count / 1.4)), Math.ceil(count / maxInRow));
  const height = Math.max(minHeight, rows * minRowHeight);
  const rowHeight = height / rows;
  const half = gutter / 2;
  /** Where the edge above a row crosses `x`; the outer edges are level. */
  const edge = (row: number, x: number): number => {
    if (row === 0 || row === rows) return row * rowHeight;
    return row * rowHeight + sign(row) * (x / pageWidth - 0.5) * 2 * tilt * rowHeight;
  };
  const panels = Array.from({ length: rows }, (_, row) => {
    const inside = weights.slice(firstOf(row, count, rows), firstOf(row + 1, count, rows));
    const total = inside.reduce((sum, weight) => sum + weight, 0);
    let passed = 0;
    return inside.map((weight, at): Panel => {
      const left = sideOf(passed, total, sign(row + at) * lean * rowHeight, half);
      passed += weight;
      const right = sideOf(passed, total, sign(row + at + 1) * lean * rowHeight, -half);
      const top = (x: number): number => edge(row, x) + (row === 0 ? 0 : half);
      const bottom = (x: number): number => edge(row + 1, x) - (row === rows - 1 ? 0 : half);
      return [
        [left.top, top(left.top)],
        [right.top, top(right.top)],
        [right.bottom, bottom(right.bottom)],
        [left.bottom, bottom(left.bottom)],
      ];
    });
  });
  return { height, panels: panels.flat() };
}

const sign = (number: number): 1 | -1 => (number % 2 === 0 ? -1 : 1);

const firstOf = (row: number, count: number, rows: number): number => Math.round((row * count) / rows);

/** The side of a panel after `passed` of the row's weight; the outer sides are upright and have no gutter. */
function sideOf(passed: number, total: number, leaning: number, inward: number) {
  const x = (passed / total) * pageWidth;
  if (passed === 0 || passed === total) return { top: x, bottom: x };
  return { top: x + leaning + inward, bottom: x - leaning + inward };
}
