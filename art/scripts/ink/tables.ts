import type { Point } from "./point.ts";

/** Reads rows of numbers, as short as a table of places can be: "250 520 120, 380 420 140". */
export function rows(text: string): number[][] {
  return text.split(",").map((row) => row.trim().split(/\s+/).map(Number));
}

/** Reads places: "-62 176, 72 176". */
export function points(text: string): Point[] {
  return rows(text).map(([x = 0, y = 0]): Point => [x, y]);
}

/** Circles or discs, each as x, y and radius. */
export function discs(text: string): { x: number; y: number; radius: number }[] {
  return rows(text).map(([x = 0, y = 0, radius = 0]) => ({ x, y, radius }));
}
