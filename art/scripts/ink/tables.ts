import type { Point } from "./point.ts";

/** Format: "250 520 120, 380 420 140". */
export function rows(text: string): number[][] {
  return text.split(",").map((row) => row.trim().split(/\s+/).map(Number));
}

export function points(text: string): Point[] {
  return rows(text).map(([x = 0, y = 0]): Point => [x, y]);
}

export function discs(text: string): { x: number; y: number; radius: number }[] {
  return rows(text).map(([x = 0, y = 0, radius = 0]) => ({ x, y, radius }));
}
