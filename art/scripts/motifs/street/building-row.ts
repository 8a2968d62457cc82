import type { Random } from "../../ink/random.ts";

/** Meters from the middle of the street. */
export const wallsAt = 3.9;

/** Meters. */
const streetEnd = 90;

export interface Building {
  /** -1 for the lit left side, 1 for the dark right side. */
  side: -1 | 1;
  near: number;
  far: number;
  height: number;
  /** 0 and 1 have awnings, 1 and 3 signs, 2 balconies. */
  kind: number;
  /** 0 to 1; picks the color of the sign. */
  chance: number;
}

export function buildingRow(side: -1 | 1, random: Random, firstAt: number): Building[] {
  const row: Building[] = [];
  let near = firstAt;
  while (near < streetEnd) {
    const depth = (near < 12 ? 2.6 : 4.5) + random() * 3.2 * (near < 20 ? 1 : 2);
    const height = near < 8 ? 4.6 + random() * 4.6 : 4.2 + random() * 7.5;
    row.push({ side, near, far: near + depth, height, chance: random(), kind: Math.floor(random() * 4) });
    near += depth + (random() < 0.25 ? 0.7 : 0.06);
  }
  return row;
}
