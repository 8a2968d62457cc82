import { palette } from "./palette.ts";
import { polar, radians, round, type Point } from "./point.ts";
import { seededRandom } from "./random.ts";
import { polygon } from "./shapes.ts";
import { fill } from "./svg.ts";

export interface FocusLines {
  centre: Point;
  clear: readonly [radiusX: number, radiusY: number];
  /** Distance from the center to the start of the lines, beyond the frame. */
  reach: number;
  count: number;
  width: number;
  seed: number;
  color?: string;
}

export function focusLines({
  centre,
  clear,
  reach,
  count,
  width,
  seed,
  color = palette.ink,
}: FocusLines): string {
  const random = seededRandom(seed);
  let path = "";
  for (let index = 0; index < count; index++) {
    const angle = radians((360 * (index + (random() - 0.5) * 0.9)) / count);
    const shortened = 1 + random() * 0.35 + (random() < 0.2 ? random() * 0.35 : 0);
    const tip = polar(centre, angle, clear[0] * shortened, clear[1] * shortened);
    const halfAngle = (width * (0.25 + random() * random() * 1.6)) / reach;
    path += polygon([tip, polar(centre, angle - halfAngle, reach), polar(centre, angle + halfAngle, reach)]);
  }
  return fill(path, color);
}

export interface Hatching {
  x: number;
  y: number;
  width: number;
  height: number;
  gap: number;
  /** Degrees. */
  angle: number;
  seed: number;
}

export function hatching({ x, y, width, height, gap, angle, seed }: Hatching): string {
  const random = seededRandom(seed);
  const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const radius = Math.hypot(width, height) / 2;
  let path = "";
  for (let row = -radius; row < radius; row += gap) {
    const offset = row + (random() - 0.5) * gap * 0.3;
    const on = (along: number) =>
      `${round(middleX + along * cos - offset * sin)} ${round(middleY + along * sin + offset * cos)}`;
    path += `M${on(-radius * (1 - 0.1 * random()))}L${on(radius * (1 - 0.1 * random()))}`;
  }
  return path;
}
